import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { retryDelaysMs } from '../../shared/events/deliveries/retry-schedule.ts';
import { CUSTOMER_SECRET_DAYS } from '../../shared/feedback/portal/customer-secret.ts';
import { IMAGE_MAX_BYTES } from '../../shared/feedback/portal/image.ts';
import { html } from '../../shared/kernel/html/html.ts';
import { FORMER_SLUGS_MAX } from '../../shared/kernel/slugs/slug.ts';
import { CACHE_SECONDS } from '../../shared/pages/portal/find-portal.ts';
import { parseGuide } from '../../shared/surface/docs/guide-file.ts';
import { allOperations, webRegistry } from '../../shared/surface/registry.ts';
import { ROOT } from '../commands/documented.ts';

const source = {
  generated: { parts: html`<p>Generated</p>` },
  parts: { made: [{ id: 'first', title: 'First', content: html`<p>1</p>` }] },
  toOperation: (id: string) => (id === 'createStory' ? '/docs/stories#createStory' : undefined),
};

/** The markup of the only part of a guide, in one line. */
function partOf(content: string): string {
  const { parts } = parseGuide('a', `# A guide\n\nWhat it is about.\n\n## The part\n\n${content}\n`, source);
  expect(parts).toMatchObject([{ id: 'the-part', title: 'The part' }]);
  return html`${parts[0]!.content}`.text.replaceAll(/\s+/g, ' ').trim();
}

describe('a guide', () => {
  test('has a title, a lead and parts that are linked to as on GitHub', () => {
    const markdown = '# A guide\n\nIts lead.\n\n## What is `new`?\n\nText.\n\n## Last\n';
    expect(parseGuide('a', markdown, source)).toMatchObject({
      slug: 'a',
      title: 'A guide',
      lead: 'Its lead.',
      parts: [
        { id: 'what-is-new', title: 'What is new?' },
        { id: 'last', title: 'Last' },
      ],
    });
  });

  test('has parts that are made elsewhere, each with a heading of its own', () => {
    const markdown = '# A guide\n\nIts lead.\n\n## Before\n\nText.\n\n<!-- parts: made -->\n\n## After\n';
    const { parts } = parseGuide('a', markdown, source);
    expect(parts.map(({ id, title }) => [id, title])).toEqual([
      ['before', 'Before'],
      ['first', 'First'],
      ['after', 'After'],
    ]);
  });

  test('of changes says what each entry asks of its reader', () => {
    const changelog = (entry: string) => `# Changes\n\nWhat changed.\n\n## 1 May 2026\n\n- ${entry}\n`;
    const { parts } = parseGuide('changelog', changelog('Action needed: **Do it.** Soon.'), source);
    const content = html`${parts[0]!.content}`.text;
    expect(content).toMatch(
      /<li id="entry-\w+" class="action api"><span class="asks">Action needed<\/span> <strong>Do/,
    );
    expect(content).toContain('aria-label="Link to Do it"');
    for (const entry of ['**Do it.** Soon.', 'Old: **Do it.**', 'New: Do it.'])
      expect(() => parseGuide('changelog', changelog(entry), source)).toThrow('begins with New, Changed');
  });

  test('has a lead whose links lead on', () => {
    const { lead, opening } = parseGuide('a', '# A guide\n\nSee [Writes](writes.md).\n\n## A part\n', source);
    expect(lead).toBe('See Writes.');
    expect(html`${opening}`.text).toBe('See <a href="/docs/writes">Writes</a>.');
  });

  test.each([
    [
      'an operation as a link',
      'Call `createStory`.',
      '<p>Call <a href="/docs/stories#createStory">createStory</a>.</p>',
    ],
    ['other code as code', 'Send `a<b`.', '<p>Send <code>a&#60;b</code>.</p>'],
    [
      'another guide at its address',
      '[Writes](writes.md#retries)',
      '<p><a href="/docs/writes#retries">Writes</a></p>',
    ],
    [
      'the guide to the client, which is elsewhere, at its address',
      '[Follow](../../client/README.md#follow-what-happens)',
      '<p><a href="/docs/client#follow-what-happens">Follow</a></p>',
    ],
    [
      'a page of the service at its path',
      '[You](http://127.0.0.1:3000/account)',
      '<p><a href="/account">You</a></p>',
    ],
    [
      'another site',
      '[It](https://example.com/)',
      '<p><a href="https://example.com/" rel="noreferrer">It</a></p>',
    ],
    ['what is generated', '<!-- generated: parts -->', '<p>Generated</p>'],
    [
      'a table as terms',
      '| a | b |\n| - | - |\n| one | two |',
      '<dl class="fields terms"> <div> <dt><span>one</span></dt> <dd>two</dd> </div> </dl>',
    ],
    [
      'names of a table with commas between them',
      '| a | b |\n| - | - |\n| `x`, `y` | z |',
      '<dl class="fields terms"> <div> <dt><span><code>x</code>, <code>y</code></span></dt> <dd>z</dd> </div> </dl>',
    ],
  ])('shows %s', (_, markdown, shown) => {
    expect(partOf(markdown)).toBe(shown);
  });

  test('shows a picture of a page in the colors of the reader, in its own size, once it is near', () => {
    expect(partOf('![A board](../images/team-board-light.png)')).toBe(
      '<p><picture ><source media="(prefers-color-scheme: dark)" srcset="/docs/images/team-board-dark.png" /> <img src="/docs/images/team-board-light.png" alt="A board" width="1024" height="1000" loading="lazy" /></picture></p>',
    );
  });

  test('shows a block of code with the paragraph above as its caption, for the service of the page', () => {
    expect(partOf('Try `it`:\n\n```sh\ncurl http://127.0.0.1:3000/docs\n```')).toBe(
      '<figure data-language="sh"> <figcaption>Try <code>it</code></figcaption> <pre><code>curl {{baseUrl}}/docs</code></pre> </figure>',
    );
  });

  test('shows what stands before the last sentence above a block of code as text', () => {
    expect(partOf('An admin does it, in `one` call. A second one. With `jq`:\n\n```sh\ncurl\n```')).toMatch(
      '<p>An admin does it, in <code>one</code> call. A second one.</p><figure data-language="sh"> <figcaption>With <code>jq</code></figcaption>',
    );
  });

  test.each([
    [
      'a sentence as a caption that is to be read with the text',
      `${'Long '.repeat(20)}so:\n\n\`\`\`sh\ncurl\n\`\`\``,
      'split this one',
    ],
    ['a block of code without a caption', 'Try it.\n\n```sh\ncurl\n```', 'ends with a colon'],
    ['a block of code after a list', '- Try it:\n\n```sh\ncurl\n```', 'ends with a colon'],
    ['a language without colors', 'Try it:\n\n```cobol\nSTOP\n```', 'in the language “cobol”'],
    [
      'an unknown generated part',
      '<!-- generated: toString -->',
      'cannot contain <!-- generated: toString -->',
    ],
    ['a picture without words', '![](../images/team-board-light.png)', 'and what it shows'],
    ['a picture from elsewhere', '![A cat](https://example.com/cat.png)', 'cannot contain the picture'],
    ['markup', '<script>alert()</script>', 'cannot contain <script>'],
    ['markup in a sentence', 'A <b>word</b>', 'cannot contain <b>'],
  ])('cannot contain %s', (_, markdown, message) => {
    expect(() => partOf(markdown)).toThrow(message);
  });

  test.each(['Text.\n', '# A guide\n\n## A part\n', '# A guide\n\nLead.\n\nMore.\n'])(
    'needs a title, a sentence and a heading, unlike %j',
    (markdown) => {
      expect(() => parseGuide('a', markdown, source)).toThrow('must begin with a title');
    },
  );
});

describe('the files in docs/guides', () => {
  const read = (slug: string) => readFileSync(join(ROOT, `docs/guides/${slug}.md`), 'utf8');

  test('call operations by names that exist', () => {
    const ids = [...allOperations, ...Object.values(webRegistry).flat()].map(({ id }) => id);
    const verbs = new Set(allOperations.flatMap(({ id }) => /^[a-z]+(?=[A-Z])/.exec(id) ?? []));
    // What changed names also what there is no more.
    const guides = globSync('docs/guides/*.md', { cwd: ROOT }).filter(
      (path) => !path.endsWith('changelog.md'),
    );
    const named = guides.flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/`([a-z]+)([A-Z]\w*)`/g)]
        .filter(([, verb]) => verbs.has(verb!))
        .map(([, verb, rest]) => `${verb}${rest}`),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => !ids.includes(name))).toEqual([]);
  });

  test('state the figures of the code', () => {
    const [, delays] = /retried (.*?) after the previous attempt/.exec(read('webhook-events'))!;
    const units = { s: 1_000, min: 60_000, h: 3_600_000 };
    const stated = delays!.split(', ').map((delay) => {
      const [count, unit] = delay.split(' ') as [string, keyof typeof units];
      return Number(count) * units[unit];
    });
    expect(stated).toEqual([...retryDelaysMs]);
    expect(read('webhook-events')).toContain(`After ${retryDelaysMs.length + 1} attempts`);
    const portals = read('portals');
    expect(portals).toContain(`up to ${IMAGE_MAX_BYTES / 1_048_576} MiB`);
    expect(portals).toContain(`cached for ${CACHE_SECONDS} seconds`);
    expect(portals).toContain(`A secret is valid for ${CUSTOMER_SECRET_DAYS} days`);
    expect(portals).toContain(`The last ${FORMER_SLUGS_MAX} former slugs`);
  });
});
