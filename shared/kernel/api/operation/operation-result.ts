import type * as z from 'zod';
import type { Included, Include, Includes, IncludeOf } from './include.ts';
import type { ExecutableOperation } from './operation-kinds.ts';
import type { PageMeta } from './public-serving.ts';

/** What an operation answers to who runs it here. */
export interface OperationResult<D = unknown> {
  data: D;
  /** Set for lists. */
  meta?: PageMeta;
  /** Set for groups: how many things are in them, each counted once. */
  total?: number;
  /** Set if the request includes something. */
  included?: Included | undefined;
  /** Set if a secret is returned. */
  secret?: string | object;
  /** Set if a creation found the resource instead. */
  existing?: true;
  /** Set if a job completes what was asked for. */
  accepted?: true;
  /** Set if nothing was written: the proposal that someone else is to accept, and `data` is what would be. */
  proposal?: { id: string; status: string } | undefined;
  /** An SVG document: in place of a list's data, or in addition to the data for AI clients that asked for one. */
  picture?: string;
  replayed: boolean;
}

/** What one operation answers, with the types of its schemas; `data` of what is `accepted` is that of its job. */
export type ResultOf<O extends ExecutableOperation> = Omit<
  OperationResult,
  'data' | 'included' | 'secret'
> & {
  data: DataOf<O>;
  included?: (O extends { includes: infer I extends Includes } ? IncludedOf<I> : Included) | undefined;
  secret?: SecretOf<O>;
} & (O extends { kind: 'list' } ? { meta: PageMeta } : unknown);

/** The data of an operation; of a list, a page. */
export type DataOf<O extends ExecutableOperation> = O extends { kind: 'list' }
  ? z.output<O['output']>[]
  : z.output<O['output']>;

/** What a request can include; of operations that are not known, anything. */
type IncludedOf<I extends Includes> = string extends keyof I
  ? Included
  : { [K in keyof I]?: IncludedBy<I[K]> };

type IncludedBy<I extends Include> =
  I extends IncludeOf<infer D>
    ? I extends { byId: true }
      ? Record<string, z.output<D>>
      : z.output<D>[]
    : unknown[] | Record<string, unknown>;

type SecretOf<O extends ExecutableOperation> = O extends {
  secret: { schema: (() => infer S extends z.ZodType) | null } | null;
}
  ? z.output<S> & (string | object)
  : string | object;
