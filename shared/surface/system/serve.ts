import { pipeline, type Route, type UnknownRoute } from '../../kernel/api/http/pipeline.ts';

/** Loaded when it is needed: pages of errors are of no use to most functions. */
const unknownAddress: UnknownRoute = {
  id: 'unknownAddress',
  handle: async (call) => (await import('./unknown-address.ts')).answerUnknown(call),
  answerError: async (error, call) => (await import('./unknown-address.ts')).refuseUnknown(error, call),
};

/**
 * The Lambda handler of a group's routes. It also answers addresses below theirs that no function serves, since the
 * gateway sends it everything there.
 */
export const serve = (routes: readonly Route[]) => pipeline(routes, { unknown: unknownAddress });
