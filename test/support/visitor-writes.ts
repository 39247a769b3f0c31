import { expect } from 'vitest';
import type { FeedbackComment } from '../../shared/feedback/items/feedback-comment.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { png } from '../portals/images.ts';
import { filledFields, type Browser } from './browser.ts';
import type { Feedback } from './feedback.ts';
import type { ServiceAddress } from './service.ts';
import { newKey, type Person } from './workspace.ts';

/** Where visitors write: a portal, and people who have signed in there. */
export interface VisitedPlace {
  service: ServiceAddress;
  feedback: Feedback;
  portal: Portal;
  admin: Person;
  newVisitor: () => Promise<Browser>;
}

interface PreparedWrite {
  browser: Browser;
  /** Sends the form, the same one each time. */
  send: () => Promise<{ status: number; text: string }>;
  /** Looks at what came of it, however often it was sent. */
  verify: () => Promise<void>;
  /** The item that it is about. */
  item?: FeedbackItem;
}

/** What visitors write on a portal, by the operation that it runs: set up anew each time. */
export const visitorWrites = ({ service, feedback, portal, admin, newVisitor }: VisitedPlace) => {
  const home = `/portals/${portal.slug}/feedback`;
  const pathOf = (item: FeedbackItem) => `${home}/items/${item.slug}`;
  const itemApi = ({ id }: FeedbackItem) => `${feedback.pathOf(portal)}/items/${id}`;
  const items = async (): Promise<FeedbackItem[]> =>
    (await admin.client.get(`${feedback.pathOf(portal)}/items`, { limit: 100 })).json.data;
  const comments = async (item: FeedbackItem): Promise<FeedbackComment[]> =>
    (await admin.client.get(`${itemApi(item)}/comments`)).json.data;

  /** A form of the page at a path, which is sent to another. */
  async function form(browser: Browser, page: string, action: string, fields: Record<string, string>) {
    const shown = await browser.open(page);
    expect(shown.status, shown.text).toBe(200);
    return () => browser.submit(shown, action, fields);
  }

  /** The form of a picture, as a browser sends it. */
  async function picture(browser: Browser, path: string) {
    const { text } = await browser.open(path);
    const { form_token: token = '', once = '' } = filledFields(text);
    return async () => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ form_token: token, once, alt: 'A page' })) {
        body.set(name, value);
      }
      body.set('picture', new Blob([new Uint8Array(png())]), 'picture.png');
      const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
      const headers = { accept: 'text/html', cookie };
      const answer = await fetch(`${service.baseUrl}${path}`, { method: 'POST', headers, body });
      return { status: answer.status, text: await answer.text() };
    };
  }

  async function own(browser: Browser): Promise<FeedbackItem> {
    const title = `A wish ${newKey()}`;
    const fields = { title, boardId: portal.boards[0]!.id, after: 'send' };
    await (
      await form(browser, `${home}/new`, `${home}/new`, fields)
    )();
    return (await items()).find((one) => one.title === title)!;
  }

  async function said(browser: Browser): Promise<{ item: FeedbackItem; comment: FeedbackComment }> {
    const item = await feedback.item(portal);
    await (
      await form(browser, pathOf(item), `${pathOf(item)}/comments`, { content: newKey() })
    )();
    const [comment] = await comments(item);
    return { item, comment: comment! };
  }

  const picturesIn = (text: string | null | undefined): number =>
    (text ?? '').split('/portal-images/').length - 1;

  /** A button on the page of an idea, which may have been pressed before. */
  const button =
    (
      act: string,
      fields: Record<string, string>,
      isAsWanted: (page: string, item: FeedbackItem) => void,
      before?: object,
    ) =>
    async (): Promise<PreparedWrite> => {
      const [item, browser] = [await feedback.item(portal), await newVisitor()];
      if (before) await (await form(browser, pathOf(item), `${pathOf(item)}/${act}`, { ...before }))();
      const send = await form(browser, pathOf(item), `${pathOf(item)}/${act}`, fields);
      const verify = async () =>
        isAsWanted((await browser.open(pathOf(item))).text, await feedback.readItem(item));
      return { browser, send, verify, item };
    };

  const reaction = (name: 'give' | 'back') => async (): Promise<PreparedWrite> => {
    const browser = await newVisitor();
    const { item, comment } = await said(browser);
    const action = `${pathOf(item)}/comments/${comment.id}/reaction`;
    if (name === 'back') await (await form(browser, pathOf(item), action, { give: 'heart' }))();
    const send = await form(browser, pathOf(item), action, { [name]: 'heart' });
    const verify = async () => {
      const { text } = await browser.open(pathOf(item));
      expect(text).toContain(`name="${name === 'give' ? 'back' : 'give'}"\n        value="heart"`);
    };
    return { browser, send, verify, item };
  };

  const subscription = (subscribe: 'yes' | 'no') => async (): Promise<PreparedWrite> => {
    const browser = await newVisitor();
    const [page, action] = [`${home}/updates`, `${home}/subscription`];
    if (subscribe === 'no') await (await form(browser, page, action, { subscribe: 'yes' }))();
    const send = await form(browser, page, action, { subscribe });
    const verify = async () => {
      const { text } = await browser.open(page);
      expect(text).toMatch(
        subscribe === 'yes' ? /name="subscribe"\s+value="no"/ : /name="subscribe"\s+value="yes"/,
      );
    };
    return { browser, send, verify };
  };

  const writes: Record<string, () => Promise<PreparedWrite>> = {
    castOwnVote: button('vote', { vote: 'give' }, (page, { voteCount }) => {
      expect([voteCount, page]).toEqual([1, expect.stringContaining('aria-pressed="true"')]);
    }),
    withdrawOwnVote: button(
      'vote',
      { vote: 'back' },
      (page, { voteCount }) => {
        expect([voteCount, page]).toEqual([0, expect.stringContaining('aria-pressed="false"')]);
      },
      { vote: 'give' },
    ),
    followItem: button('follow', { follow: 'yes' }, (page) =>
      expect(page).toMatch(/name="follow"\s+value="no"/),
    ),
    unfollowItem: button(
      'follow',
      { follow: 'no' },
      (page) => expect(page).toMatch(/name="follow"\s+value="yes"/),
      { follow: 'yes' },
    ),
    subscribeToPortal: subscription('yes'),
    unsubscribeFromPortal: subscription('no'),
    addOwnReaction: reaction('give'),
    withdrawOwnReaction: reaction('back'),
    async suggestItem() {
      const browser = await newVisitor();
      const title = `A wish ${newKey()}`;
      const fields = { title, boardId: portal.boards[0]!.id, after: 'send' };
      const send = await form(browser, `${home}/new`, `${home}/new`, fields);
      const verify = async () => {
        expect((await items()).filter((one) => one.title === title)).toMatchObject([{ voteCount: 1 }]);
      };
      return { browser, send, verify };
    },
    async updateOwnItem() {
      const browser = await newVisitor();
      const item = await own(browser);
      const title = `A better wish ${newKey()}`;
      const send = await form(browser, `${pathOf(item)}/edit`, `${pathOf(item)}/edit`, { title });
      const verify = async () => expect((await feedback.readItem(item)).title).toBe(title);
      return { browser, send, verify, item };
    },
    async deleteOwnItem() {
      const browser = await newVisitor();
      const item = await own(browser);
      const send = await form(browser, `${pathOf(item)}/edit`, `${pathOf(item)}/delete`, {});
      const verify = async () => expect((await admin.client.get(itemApi(item))).status).toBe(404);
      return { browser, send, verify, item };
    },
    async addOwnComment() {
      const [item, browser] = [await feedback.item(portal), await newVisitor()];
      const content = newKey();
      const send = await form(browser, pathOf(item), `${pathOf(item)}/comments`, { content });
      const verify = async () => {
        expect((await feedback.readItem(item)).commentCount).toBe(1);
        expect(await comments(item)).toMatchObject([{ content }]);
      };
      return { browser, send, verify, item };
    },
    async updateOwnComment() {
      const browser = await newVisitor();
      const { item, comment } = await said(browser);
      const path = `${pathOf(item)}/comments/${comment.id}`;
      const content = newKey();
      const send = await form(browser, path, path, { content });
      const verify = async () => expect(await comments(item)).toMatchObject([{ content }]);
      return { browser, send, verify, item };
    },
    async deleteOwnComment() {
      const browser = await newVisitor();
      const { item, comment } = await said(browser);
      const path = `${pathOf(item)}/comments/${comment.id}`;
      const send = await form(browser, path, `${path}/delete`, {});
      const verify = async () => {
        expect(await comments(item)).toEqual([]);
        expect((await feedback.readItem(item)).commentCount).toBe(0);
      };
      return { browser, send, verify, item };
    },
    async addPictureToOwnItem() {
      const browser = await newVisitor();
      const item = await own(browser);
      const send = await picture(browser, `${pathOf(item)}/picture`);
      const verify = async () => expect(picturesIn((await feedback.readItem(item)).description)).toBe(1);
      return { browser, send, verify, item };
    },
    async addPictureToOwnComment() {
      const browser = await newVisitor();
      const { item, comment } = await said(browser);
      const send = await picture(browser, `${pathOf(item)}/comments/${comment.id}/picture`);
      const verify = async () => expect(picturesIn((await comments(item))[0]!.content)).toBe(1);
      return { browser, send, verify, item };
    },
  };
  return writes;
};
