import type { components, operations } from './generated/schema.ts';
/** The resources of the API, by name: `Resource<'Story'>`. */
export type Resource<Name extends keyof components['schemas']> = components['schemas'][Name];
type JsonOf<T> = T extends {
    content: {
        'application/json': infer Json;
    };
} ? Json : never;
type PathOf<Id extends keyof operations> = operations[Id] extends {
    parameters: {
        path: infer Path;
    };
} ? Path : unknown;
type QueryOf<Id extends keyof operations> = operations[Id] extends {
    parameters: {
        query?: infer Query;
    };
} ? Exclude<Query, undefined> extends never ? unknown : Exclude<Query, undefined> : unknown;
type BodyOf<Id extends keyof operations> = operations[Id] extends {
    requestBody: infer Body;
} ? [JsonOf<Body>] extends [never] ? unknown : {
    body: JsonOf<Body>;
} : operations[Id] extends {
    requestBody?: infer Body;
} ? [JsonOf<Exclude<Body, undefined>>] extends [never] ? unknown : {
    body?: JsonOf<Exclude<Body, undefined>>;
} : unknown;
/** What an operation takes: the parameters of its path and query by name, and its body. */
export type Input<Id extends keyof operations> = PathOf<Id> & QueryOf<Id> & BodyOf<Id>;
type Responses<Id extends keyof operations> = operations[Id]['responses'];
/** The whole response of an operation, with `meta` and `included` where it has them; undefined for none. */
export type Envelope<Id extends keyof operations> = JsonOf<Responses<Id>[keyof Responses<Id> & (200 | 201 | 202)]> | (204 extends keyof Responses<Id> ? undefined : never);
/** What a response has besides its resource: a secret that is shown once, or the form of an upload. */
type Beside<Whole> = Omit<Whole, 'data' | 'error' | 'meta' | 'included'>;
/** The `data` of an operation's response, with a secret or the form of an upload where the response has one. */
export type Output<Id extends keyof operations> = Envelope<Id> extends {
    data: infer Data;
} ? keyof Beside<Envelope<Id>> extends never ? Data : Data & Beside<Envelope<Id>> : undefined;
/** Operations that return lists, page by page. */
export type ListId = {
    [Id in keyof operations]: Envelope<Id> extends {
        data: readonly unknown[];
        meta: {
            nextCursor: unknown;
        };
    } ? Id : never;
}[keyof operations];
/** An item of a list. */
export type ItemOf<Id extends ListId> = Output<Id> extends readonly (infer Item)[] ? Item : never;
export {};
