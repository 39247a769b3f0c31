import { BULK_BODY_MAX_BYTES } from '../../kernel/api/http/body-limits.ts';
import { envelopeText, errorEnvelope } from '../../kernel/api/http/envelope.ts';
import type {
  Charge,
  WebCall,
  WebRequest,
  WebResponse,
  WebRoute,
} from '../../kernel/api/operation/web-route.ts';
import { ApiError, invalidRequest } from '../../kernel/core/errors.ts';
import { activeSecrets } from '../../kernel/secrets/secret-rotation.ts';
import { decryptSecret } from '../../kernel/secrets/signing-secret.ts';
import { hookPath, hookProviders, type Hook, type HookProvider } from './hook.ts';
import { hookCaller } from './hook-caller.ts';
import { getHookItem, secretsOf, toHook } from './hook-store.ts';
import { verifyDelivery } from './verify-delivery.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The headers in which providers name the event. */
const eventHeaders: Readonly<Record<HookProvider, string>> = {
  github: 'x-github-event',
  gitlab: 'x-gitlab-event',
};

/** The same for a hook that does not exist and for a signature that is not its own. */
const unknownHook = (): ApiError =>
  new ApiError('not_found', 'There is no hook with this address and secret.', {
    hint: 'Check the address and the secret at the provider; rotateHookSecret creates a new secret.',
    resource: 'hook',
  });

/** The hook of a request whose sender has proved to know its secret. */
async function verifiedHookOrThrow(
  at: HookProvider,
  { request, services, read, now, countForNetwork }: WebCall,
): Promise<Hook> {
  const id = request.parameters['hookId'] ?? '';
  const item = ID.test(id) ? await getHookItem(read, id.toLowerCase()) : undefined;
  const hook = item && toHook(item);
  const keys = await services.keys('hookSecrets');
  const secrets = item
    ? activeSecrets(secretsOf(item), now).map(({ sealed }) => decryptSecret(sealed, keys, hook!.id))
    : [''];
  const isVerified = verifyDelivery[at](request, secrets, now);
  if (isVerified && hook?.provider === at) return hook;
  await countForNetwork();
  throw unknownHook();
}

function payloadOf({ headers, body }: WebRequest): unknown {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    throw new ApiError('unsupported_media_type', 'The payload is not sent as application/json.', {
      hint: 'At GitHub, choose application/json as the content type of the webhook.',
    });
  }
  try {
    // Without a byte order mark, as in other bodies.
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw invalidRequest([{ path: '', message: 'is not valid JSON' }]);
  }
}

async function receive(at: HookProvider, call: WebCall): Promise<WebResponse> {
  const { request, services, read, now } = call;
  const hook = await verifiedHookOrThrow(at, call);
  const caller = await hookCaller(read, hook);
  if (!caller) throw unknownHook();
  const payload = payloadOf(request);
  // Imported on demand: the function's other operations take no deliveries.
  const { reportOf } = await import('./report-of.ts');
  const report = reportOf[at](request.headers[eventHeaders[at]] ?? '', payload);
  call.present({ credentialId: hook.id, workspaceId: hook.workspaceId, proof: hook.id }, chargeOf(report));
  await call.identify(caller);
  if (!report) return answer({ event: 'ignored', stories: [] });
  const { applyReport } = await import('./apply-report.ts');
  const stories = await applyReport({ database: services.database, hook, caller, now }, report);
  return answer({ event: 'used', stories });
}

/** A delivery is a request of its hook and, if it may change stories, a write. */
const chargeOf = (report: object | undefined): Charge => ({ requests: 1, writes: report ? 1 : 0 });

const answer = (data: object): WebResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: envelopeText({ data }),
});

/** Where providers send what happens; not a part of the API, since only they call it. */
export const hookRoutes: WebRoute[] = hookProviders.map((provider) => ({
  id: `receive_${provider}_delivery`,
  method: 'POST',
  path: hookPath({ provider, id: '{hookId}' }),
  bodyMaxBytes: BULK_BODY_MAX_BYTES,
  handle: (call) => receive(provider, call),
  answerError: (error, call) => errorEnvelope(error, call),
}));
