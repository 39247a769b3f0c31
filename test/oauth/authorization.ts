import { oauthRoutes } from '../../shared/pages/accounts/index.ts';
import { signedIn } from '../support/browser.ts';
import { startClockedService } from '../support/clocked-service.ts';
import { oauthApi } from '../support/oauth.ts';
import { newWorkspace } from '../support/workspace.ts';

/** An authorization server with a clock of its own, a client of it, and a member who has signed in. Stop the service. */
export async function startAuthorization() {
  const service = await startClockedService(oauthRoutes);
  const api = oauthApi(service.baseUrl);
  const workspace = await newWorkspace();
  const person = await workspace.person('member');
  const browser = await signedIn(service, workspace, person);
  return { service, api, workspace, person, browser, client: await api.client() };
}
