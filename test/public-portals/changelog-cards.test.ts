import { beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { asBrowser, fetchPortal } from '../support/portal-pages.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

let feedback: Feedback;
let portal: Portal;

beforeAll(async () => {
  const workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  portal = await feedback.portal();
});

const sentence = (number: number) => `Sentence ${number} says what is new in quite a few words of its own.`;
const long = [1, 2, 3, 4, 5, 6, 7, 8].map(sentence).join(' ');

test.each([
  ['its summary alone', { summary: 'In short.', body: 'At length.' }, 'In short.'],
  ['else its first paragraph', { body: '# Head\n\n![A map](/x)\n\nFirst **one**.\n\nThen:' }, 'First one.'],
  ['of a long one whole sentences', { body: long }, [1, 2, 3, 4, 5].map(sentence).join(' ')],
  ['of a long sentence its beginning', { body: 'word '.repeat(100) }, /^(word )+word…$/],
])('the changelog shows of an update %s', async (_, fields, expected) => {
  const { title } = await feedback.published(portal, { title: `Update ${crypto.randomUUID()}`, ...fields });
  const response = await fetchPortal(sharedService(), `${portal.slug}/feedback/updates`, asBrowser);
  const card = (await response.text()).split('<article').find((text) => text.includes(title))!;
  const said = [...card.matchAll(/<p[^>]*>([^<]*)<\/p>/g)].map(([, text]) => text!.trim());
  expect(said).toEqual([typeof expected === 'string' ? expected : expect.stringMatching(expected)]);
});
