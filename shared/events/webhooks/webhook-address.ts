import type { OperationContext } from '../../kernel/core/call.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { ACCOUNT_VARIABLE } from '../destinations/destination.ts';
import { destinationOrThrow } from '../destinations/parse-destination.ts';
import { webhookUrlOrThrow } from './webhook-url.ts';
import type { StoredWebhook, WebhookCreate } from './webhook.ts';

/** Where the events of an endpoint are sent. */
type Address = Pick<StoredWebhook, 'url' | 'destination'>;

const EXTERNAL_ID_BYTES = 18;

/**
 * Where a request has events sent: to its URL or destination, or to where they were sent before. An endpoint keeps its
 * external id when its destination changes. Throws a 400 for one that cannot be sent to.
 */
export async function webhookAddressOrThrow(
  { url, destination }: Partial<Pick<WebhookCreate, 'url' | 'destination'>>,
  {
    resolvePublic,
    setting,
    randomBytes,
  }: Pick<OperationContext, 'resolvePublic' | 'setting' | 'randomBytes'>,
  current?: Address,
): Promise<Address> {
  if (url !== undefined && destination !== undefined) throw ambiguous();
  if (url !== undefined) return { url: await webhookUrlOrThrow(url, { resolvePublic }), destination: null };
  if (destination === undefined) return { url: current!.url, destination: current!.destination };
  const externalId = current?.destination?.externalId ?? randomBytes(EXTERNAL_ID_BYTES).toString('base64url');
  return destinationOrThrow(destination, {
    externalId,
    accountId: setting(ACCOUNT_VARIABLE) ?? '',
    ownRegion: setting('AWS_REGION'),
  });
}

const ambiguous = () =>
  invalidRequest([{ path: 'destination', message: 'must not be sent together with url: send one of them' }]);
