import { createReader } from '../../db/reader.ts';
import { logger } from '../../core/logger.ts';
import type { Services } from '../../core/services.ts';
import type { WebRequest, WebResponse, WebRoute, Facts, WebCall } from '../operation/web-route.ts';

interface LoggedRoute extends Omit<WebRoute, 'handle'> {
  handle: (call: WebCall) => Promise<WebResponse>;
  /** The answer to what `handle` throws; what it throws in turn is left to the function. */
  answerError: (error: unknown, call: WebCall) => WebResponse | Promise<WebResponse>;
}

/**
 * A web route that writes one line about each request: route, status, request id and what its handler noted.
 * A sign-in crosses several programs, and the lines tell in which of them it ended.
 */
export const loggedRoute = ({ handle, answerError, ...route }: LoggedRoute): WebRoute => {
  async function answer(request: WebRequest, services: Services, work: LoggedRoute['handle']) {
    const facts: Facts = {};
    const call: WebCall = {
      request,
      services,
      read: createReader(services.database),
      now: services.now(),
      note: (more) => Object.assign(facts, more),
    };
    const response = await work(call).catch((error: unknown) => answerError(error, call));
    const { requestId } = request;
    logger.info('web request', { requestId, route: route.id, status: response.status, ...facts });
    return response;
  }
  return {
    ...route,
    handle: (request, services) => answer(request, services, handle),
    refuse: (error, request, services) => answer(request, services, () => Promise.reject(error)),
  };
};
