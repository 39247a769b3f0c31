export { createPlotline, type OperationId, type Plotline } from './client.ts';
export { followChanges, type Change, type CursorStore, type FollowOptions } from './changes.ts';
export { CursorExpired, PlotlineError, VersionConflict, type FieldProblem } from './errors.ts';
export type { CallOptions, ClientOptions } from './send.ts';
export type { Envelope, Input, ItemOf, Output, Resource } from './types.ts';
export { InvalidWebhook, verifyWebhook, type WebhookOptions } from './webhooks.ts';
