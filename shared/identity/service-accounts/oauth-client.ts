import * as z from 'zod';
import { keyProblem, KEYS_MAX, publicKey } from '../../kernel/auth/key-set.ts';
import { invalidRequest, type FieldProblem } from '../../kernel/core/errors.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { parsePublicUrl, UrlRefused } from '../../kernel/net/public-url.ts';

const keySet = () =>
  z.object({
    keys: z
      .array(z.record(z.string(), z.unknown()))
      .min(1, { error: 'must have a key' })
      .max(KEYS_MAX, { error: `must have at most ${KEYS_MAX} keys` }),
  });

export const oauthClientRequest = memoize(() =>
  z
    .strictObject({
      jwks: keySet().optional().meta({
        description: 'The public keys as a JSON Web Key Set: EC on P-256 (ES256) or Ed25519 (EdDSA).',
      }),
      jwksUri: z.string().max(2_048, { error: 'must be at most 2048 characters' }).optional().meta({
        description: 'The public https address of the key set, which is fetched when it is needed.',
      }),
    })
    .meta({ id: 'RegisterServiceAccountClientRequest' }),
);

export type OAuthClientRequest = z.output<ReturnType<typeof oauthClientRequest>>;

export const oauthClientSchema = memoize(() =>
  z
    .object({
      clientId: z.string().meta({ description: 'The client_id, and the iss and sub of its assertions.' }),
      serviceAccountId: uuid(),
      jwks: z
        .object({ keys: z.array(z.looseObject({ kty: z.string() })) })
        .nullable()
        .meta({ description: 'The registered public keys, or null if they are at jwksUri.' }),
      jwksUri: z.url().nullable(),
    })
    .meta({
      id: 'ServiceAccountClient',
      description: 'The OAuth client of a service account, which authenticates with a signed assertion.',
    }),
);

/** The keys of a request, public members only. Throws a 400 that names what is wrong with them. */
export async function keysOrThrow({ jwks, jwksUri }: OAuthClientRequest) {
  if ((jwks === undefined) === (jwksUri === undefined)) {
    throw invalidRequest([{ path: '', message: 'must have either jwks or jwksUri' }]);
  }
  if (jwksUri !== undefined) return { jwksUri: keySetUrlOrThrow(jwksUri) };
  const keys = jwks!.keys;
  const problems: FieldProblem[] = [];
  for (const [position, key] of keys.entries()) {
    const message = await keyProblem(key);
    if (message !== undefined) problems.push({ path: `jwks.keys.${position}`, message });
  }
  if (keys.length > 1 && new Set(keys.map(({ kid }) => kid)).size < keys.length) {
    problems.push({ path: 'jwks.keys', message: 'must each have a kid of their own' });
  }
  if (problems.length > 0) throw invalidRequest(problems);
  return { jwks: { keys: keys.map(publicKey) } };
}

function keySetUrlOrThrow(text: string): string {
  try {
    return parsePublicUrl(text).href;
  } catch (error) {
    if (error instanceof UrlRefused) throw invalidRequest([{ path: 'jwksUri', message: error.message }]);
    throw error;
  }
}
