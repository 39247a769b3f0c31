import type { OperationContext } from '../../kernel/core/call.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { publicUrlOrThrow } from '../../kernel/net/public-url-or-throw.ts';
import { chatOrThrow } from '../chats/parse-chat.ts';
import { ACCOUNT_VARIABLE } from '../destinations/destination.ts';
import { destinationOrThrow } from '../destinations/parse-destination.ts';
import type { StoredWebhook, WebhookCreate } from './webhook.ts';

/** Where the events of an endpoint are sent. */
type Address = Pick<StoredWebhook, 'url' | 'destination'>;

/** Where a request has events sent; of a new chat, with its whole address, which is stored encrypted. */
interface AskedAddress {
  address: Address;
  secretUrl?: string;
}

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
): Promise<AskedAddress> {
  if (url !== undefined && destination !== undefined) throw ambiguous();
  if (url !== undefined)
    return { address: { url: await publicUrlOrThrow(url, { resolvePublic }), destination: null } };
  if (destination === undefined) return { address: { url: current!.url, destination: current!.destination } };
  const { kind, url: chatUrl, type, arn, roleArn, ...others } = destination;
  if (kind !== undefined) {
    const { secretUrl, ...address } = chatOrThrow({ kind, url: chatUrl! }, setting('BASE_URL'));
    return { address, secretUrl };
  }
  const former = current?.destination;
  const externalId =
    former && 'externalId' in former
      ? former.externalId
      : randomBytes(EXTERNAL_ID_BYTES).toString('base64url');
  // The schema demands the fields of a destination of AWS.
  const asked = { ...others, type: type!, arn: arn!, roleArn: roleArn! };
  const trust = { externalId, accountId: setting(ACCOUNT_VARIABLE) ?? '', ownRegion: setting('AWS_REGION') };
  return { address: destinationOrThrow(asked, trust) };
}

const ambiguous = () =>
  invalidRequest([{ path: 'destination', message: 'must not be sent together with url: send one of them' }]);
