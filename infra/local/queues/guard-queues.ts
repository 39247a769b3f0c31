import type { buildApp } from 'fauxqs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isSignedFor, refusedSignature, requestOf } from '../runner/aws-server.ts';
import { refusalOf } from '../runner/guard.ts';

/** Has the engine answer those only who have the credentials of this start, as the other emulated services do. */
export function guardQueues(app: Pick<ReturnType<typeof buildApp>, 'addHook'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const refusal = refusalOf(request.raw);
    if (refusal) return await reply.code(refusal.status).send(refusal.message);
  });
  app.addHook('preParsing', async (request, reply, payload) => {
    const body = await buffer(payload);
    if (!isSignedFor('sqs', requestOf(request.raw, body))) {
      const { status, headers, body: said } = refusedSignature;
      return await reply.code(status).headers(headers!).send(said);
    }
    return Object.assign(Readable.from([body]), { receivedEncodedLength: body.length });
  });
}
