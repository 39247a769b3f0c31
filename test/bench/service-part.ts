import { startLocal, type RunningService, type LocalOptions } from '../../infra/local/start.ts';
import { servePart } from './part.ts';

/** The service as `npm start` runs it: API, functions and engine, the engine in a process of its own. */
let local: RunningService | undefined;

export type ServicePart = typeof methods;

const methods = {
  /** Starts it; `proxy` is where its operations reach the engine, past which goes what the stream sets off. */
  async start({ proxy, ...options }: Omit<LocalOptions, 'dynamodbEndpoint'> & { proxy?: string }) {
    const dynamodbEndpoint = (_: string, answersRequests: boolean) => (answersRequests ? proxy : undefined);
    local = await startLocal({ ...options, dynamodbEndpoint, quiet: true });
    const { baseUrl, credentials } = local;
    return {
      baseUrl,
      credentials,
      dynamodbEndpoint: local.dynamodbEndpoint,
      tableName: local.tableName(),
    };
  },

  /** Resolves when the stream's records so far have been handled. */
  settle: () => local?.streamsIdle(),
};

servePart(methods, () => local?.stop());
