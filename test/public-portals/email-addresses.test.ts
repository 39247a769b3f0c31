import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { asBrowser, fetchPortal } from '../support/portal-pages.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** One address, in ways to write it that readers, or programs that show the Markdown, put together again. */
const spellings = [
  'jane@corp.dev',
  '**jane**@corp.dev',
  'jane@**corp**.dev',
  '_jane_@corp.dev',
  '`jane`@corp.dev',
  '~~jane~~@corp.dev',
  '**j**ane**@**corp.d*e*v',
  '[jane](https://example.org/a)@corp.dev',
  '[jane](<https://example.org/a(b)c>)@corp.dev',
  '[jane](/a(b)c)@corp.dev',
  '[jane][one]@corp.dev',
  '[jane@corp.dev](https://example.org)',
  '[Write](mailto:jane@corp.dev)',
  '[Write](mailto:jane%40corp.dev)',
  '<jane@corp.dev>',
  'jane<!-- not for robots -->@corp.dev',
  'jane<b></b>@<i>corp</i>.dev',
  'jane&#64;corp.dev',
  'jane&#x40;corp&#46;dev',
  'jane&commat;corp&period;dev',
  '&#106;ane@corp.dev',
  'jane\\@corp\\.dev',
  'jane\u200b@\u200bcorp\u200b.dev',
  'ja\u00adne@co\u2060rp.dev',
  'jane＠corp．dev',
  'jane﹫corp.dev',
  'ｊａｎｅ＠ｃｏｒｐ．ｄｅｖ',
  'jane [at] corp.dev',
  '**jane** (at) corp.dev',
];

let workspace: TestWorkspace;
let feedback: Feedback;
let visitor: Browser;

beforeAll(async () => {
  workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  visitor = await signedIn(sharedService(), workspace, await workspace.person('guest'));
});

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', commat: '@', period: '.' };

/** What somebody sees of a text, whatever shows it: without marks, tags and comments, in plain letters. */
function seenOf(text: string): string {
  let seen = text;
  // The content of a feed's entry is markup that was escaped once more.
  for (let time = 0; time < 2; time++) {
    seen = seen
      .replaceAll(/<!--[^]*?-->|<[^<>]*>/g, (tag) =>
        ` href=${/(?:href|content|to)="?([^" >]*)/.exec(tag)?.[1] ?? ''}`.slice(
          /(?:href|content)=/.test(tag) ? 0 : Infinity,
        ),
      )
      .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll(/&(\w+);/g, (whole, name: string) => named[name] ?? whole);
  }
  return seen
    .replaceAll('%40', '@')
    .replaceAll(/\]\([^ ]*\)|\]\[\w*\]/g, '')
    .replaceAll(/[*_`~\\[\]<>]|\p{Cf}/gu, '')
    .normalize('NFKC')
    .replaceAll(/ ?\(?\bat\b\)? ?(?=corp)/g, '@');
}

async function expectNoAddress(slug: string, paths: string[], name: string) {
  for (const path of paths) {
    for (const headers of [{}, asBrowser] as Record<string, string>[]) {
      const answer = await fetchPortal(sharedService(), `${slug}/feedback${path}`, headers);
      expect(answer.status, path).toBe(200);
      const text = await answer.text();
      expect(seenOf(text), `${name} at ${path}`).not.toMatch(/jane\s?@\s?corp|@corp\s?\.dev/i);
      expect(text, `${name} at ${path}`).toContain('address removed');
    }
  }
}

describe.each(spellings)('%j', (spelling) => {
  const text = `Write to ${spelling} for more.`;

  test('is not shown in public, wherever a client of the API writes it', async () => {
    const portal = await feedback.portal({
      description: text,
      boards: [{ name: 'Ideas', description: text }],
    });
    const item = await feedback.item(portal, { description: text, roadmapSummary: text, status: 'planned' });
    const { slug } = await feedback.published(portal, {
      summary: text,
      body: text,
      linkedItemIds: [item.id],
    });
    const paths = ['', '?sort=-createdAt', '/updates', `/updates/${slug}`];
    await expectNoAddress(portal.slug, paths, 'the API’s');
    for (const path of ['/roadmap', '/updates.atom', `/items/${item.slug}`]) {
      await expectNoAddress(portal.slug, [path], 'the API’s');
    }
    // Its own workspace sees what it wrote.
    expect((await feedback.readItem(item)).description).toBe(text);
  });
});

test('no spelling is shown when a visitor sends it', async () => {
  const portal = await feedback.portal();
  const home = `/portals/${portal.slug}/feedback`;
  const text = spellings.map((spelling) => `Write to ${spelling} for more.`).join('\n\n');
  const shown = await visitor.submit(await visitor.open(`${home}/new`), `${home}/new`, {
    title: 'An idea',
    description: text,
    boardId: portal.boards[0]!.id,
  });
  const { pathname } = new URL(shown.url);
  await visitor.submit(await visitor.open(pathname), `${pathname}/comments`, { content: text });
  await expectNoAddress(portal.slug, ['', pathname.slice(home.length)], 'the visitor’s');
});

test('text that only has the sign is shown as it was written', async () => {
  const text =
    'Ask @ada, 3 @ 4, react@18.2.0, **bold** _and_ <https://example.com/@ada> [x](/y) &amp; `a@b`.';
  const portal = await feedback.portal({ description: text });
  const item = await feedback.item(portal, { description: text });
  const { json } = await (await workspace.person('admin')).client.get(`/portals/${portal.slug}/feedback`);
  expect([json.data.description, json.data.items[0].description]).toEqual([text, item.description]);
});
