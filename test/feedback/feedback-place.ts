import { createBrowser, signedIn } from '../support/browser.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

/** A workspace with portals, an admin and a member of its own, and a visitor who is in another workspace. */
export async function newFeedbackPlace() {
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  const member = await workspace.person('member');
  const feedback = feedbackApi(workspace, admin.client);
  const elsewhere = await newWorkspace();
  const visitor = await signedIn(sharedService(), elsewhere, await elsewhere.person('guest'));

  /** An item on a portal of its own, with its paths in the API (`at`) and in public. */
  async function newItem(fields: object = {}) {
    const portal = await feedback.portal();
    const item = await feedback.item(portal, fields);
    const home = `/portals/${portal.slug}/feedback`;
    const at = `${feedback.pathOf(portal)}/items/${item.id}`;
    return { portal, item, home, at, page: `${home}/items/${item.slug}` };
  }
  return { workspace, admin, member, feedback, visitor, newItem };
}

/** What anyone is shown at a public address: as a page, and as JSON. */
export const pageText = async (url: string) => (await createBrowser(sharedService().baseUrl).open(url)).text;
export const publicJson = async (url: string) =>
  await (await fetch(`${sharedService().baseUrl}${url}`)).text();
