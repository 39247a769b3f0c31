import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { CallInput, CallName, CallOptions, CallOutput } from '../core/database.ts';
import { directCalls } from './direct-calls.ts';
import { directCallsAreOff, directPlace, type ExplicitPlace } from './place.ts';
import { bytesRequestHandler, type ConnectionLimits } from './request-handler.ts';
import type { SdkClient } from './sdk-client.ts';

interface DynamoDb {
  /** Throws DatabaseRefusal or the SDK's errors. */
  call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options: CallOptions,
  ): Promise<CallOutput<Name>>;
  /** Returns the SDK's client, loaded on first use. */
  sdk(): Promise<DynamoDBDocumentClient>;
  destroy(): void;
}

/** Opens DynamoDB for calls, whose first attempts are direct wherever there is a direct place. */
export function openDynamoDb(explicit: ExplicitPlace, limits: ConnectionLimits): DynamoDb {
  const handler = directCallsAreOff(process.env) ? undefined : bytesRequestHandler(limits);
  let sdk: Promise<SdkClient> | undefined;
  const loadSdk = () =>
    (sdk ??= import('./sdk-client.ts').then(({ openSdkClient }) => openSdkClient(explicit, limits, handler)));
  const place = directPlace('dynamodb', process.env, explicit);

  return {
    call:
      place && handler
        ? directCalls({ place, handler, loadSdk })
        : async (name, input, options) => await (await loadSdk()).call(name, input, options),
    sdk: async () => (await loadSdk()).documents,
    destroy() {
      handler?.destroy();
      if (!handler) void sdk?.then(({ documents }) => documents.destroy());
    },
  };
}
