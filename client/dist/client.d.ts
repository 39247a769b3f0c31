import { table } from './generated/table.ts';
import type { Calls } from './generated/calls.ts';
import type { operations } from './generated/schema.ts';
import { type CallOptions, type ClientOptions } from './send.ts';
import type { Envelope, Input, ItemOf, ListId } from './types.ts';
export type OperationId = keyof typeof table & keyof operations;
/** A client of the API. Each operation of the documentation is a method. */
export interface Plotline extends Calls {
    /** The whole response of an operation: `meta` and `included` besides `data`. */
    call<Id extends OperationId>(id: Id, input: Input<Id>, options?: CallOptions): Promise<Envelope<Id>>;
    /** All items of a list, asked for page by page. */
    each<Id extends OperationId & ListId>(id: Id, input: Input<Id>, options?: Pick<CallOptions, 'signal'>): AsyncGenerator<ItemOf<Id>, void, undefined>;
}
/** Creates a client of the service at `baseUrl`. Throws a TypeError for options that no call could use. */
export declare function createPlotline(options: ClientOptions): Plotline;
