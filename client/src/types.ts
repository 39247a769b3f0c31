import type { Operations, Schemas } from './generated/schema.ts';

/** The resources of the API, by name: `Resource<'Story'>`. */
export type Resource<Name extends keyof Schemas> = Schemas[Name];

/** What an operation takes: the parameters of its path and query by name, and its body. */
export type Input<Id extends keyof Operations> = Operations[Id]['input'];

/** The whole response of an operation, with `meta` and `included` where it has them; undefined for none. */
export type Envelope<Id extends keyof Operations> = Operations[Id]['response'];

/** What a response has besides its resource: a secret that is shown once, or the form of an upload. */
type OtherFields<Whole> = Omit<Whole, 'data' | 'error' | 'meta' | 'included'>;

/** The `data` of an operation's response, with a secret or the form of an upload where the response has one. */
export type Output<Id extends keyof Operations> =
  Envelope<Id> extends { data: infer Data }
    ? keyof OtherFields<Envelope<Id>> extends never
      ? Data
      : Data & OtherFields<Envelope<Id>>
    : undefined;

/** Operations that return lists, page by page. */
export type ListId = {
  [Id in keyof Operations]: Envelope<Id> extends { data: readonly unknown[]; meta: { nextCursor: unknown } }
    ? Id
    : never;
}[keyof Operations];

/** An item of a list. */
export type ItemOf<Id extends ListId> = Output<Id> extends readonly (infer Item)[] ? Item : never;
