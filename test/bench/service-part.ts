import { startLocal, type Local, type LocalOptions } from '../../infra/local/start.ts';
import { servePart } from './part.ts';

/** The service as `npm start` runs it: API, functions and engine, the engine in a process of its own. */
let local: Local | undefined;

export type ServicePart = typeof methods;

const methods = {
  async start(options: LocalOptions) {
    local = await startLocal({ ...options, quiet: true });
    const { baseUrl, dynamodbEndpoint } = local;
    return { baseUrl, dynamodbEndpoint, tableName: local.tableName() };
  },
};

servePart(methods, () => local?.stop());
