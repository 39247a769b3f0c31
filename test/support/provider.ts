import { createServer, type Server } from 'node:http';
import { Provider } from 'oidc-provider';

export interface TestProvider {
  issuer: string;
  stop: () => void;
}

/** What a provider says of whoever signs in with a name; `claims` of any other name are those of `default`. */
export type Claims = Record<
  string,
  { email?: string; email_verified?: boolean | string; xms_edov?: boolean }
>;

/** A real OpenID Connect provider on loopback, whose own development pages sign in anybody by any name. */
export async function startProvider(
  port: number,
  client: { id: string; secret: string; redirectUri: string },
  claimsOf: Claims,
): Promise<TestProvider> {
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'] },
    pkce: { required: () => true },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...claimsOf[id] }) }),
    cookies: { keys: ['a key of tests'] },
  });
  const server: Server = createServer(provider.callback());
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    issuer,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
