import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { excerptOf } from '../../shared/feedback/markdown/excerpt.ts';
import { renderMarkdown } from '../../shared/feedback/markdown/markdown.ts';
import { RENDERER_VERSION } from '../../shared/feedback/markdown/renderer-version.ts';

const wideTable = (columns: number, rows: number) =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(rows)}`;

const corpus = {
  prose: '# One\n\n### Two *and* **three** ~~four~~ `five`\n\n> quote\n\n- a\n- b\n\n1. c\n2. d\n\n---\n',
  links: '[a](https://example.com "t") <https://example.com> example.com [b](/c) [d](ftp://e) ![f](/g)',
  tasks: '- [x] done\n- [ ] *open*\n- [y] c\n\n[x] d',
  table: '| a | b |\n| --- | :-: |\n| c | d |',
  code: '```ts\nconst a = "<b>";\n```\n\n    indented',
  markup: '<script>alert(1)</script> <b onclick="x">bold</b> &lt; &amp; "quoted"',
  address: 'To **jane**@example.com',
  escaped: 'To \\@jane, not jane\\@example.com',
  highImage: '![Phone](/portal-images/01a21a15-888c-7476-9347-5edc21a0128a-300x900)',
  images: [
    '![A page](/portal-images/01a21a15-888c-7476-9347-5edc21a0128a-1000x300)',
    '![Before](/portal-images/01a21a15-888c-7476-9347-5edc21a0128a)',
    '![Elsewhere](/portal-images/../account)',
  ].join('\n\n'),
};

const hostile = {
  'a table of many columns': wideTable(2_000, 1_500),
  'many tables': `${wideTable(20, 90)}\n`.repeat(100),
  'a long address used often': `[a]: https://example.com/${'x'.repeat(16_000)}\n\n${'[a] '.repeat(3_000)}`,
  'deep quotes': `${'> '.repeat(60)}deep`,
  'deep lists': Array.from({ length: 30 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
};

describe('Markdown that asks for much in a few bytes', () => {
  test.each(Object.entries(hostile))(
    'is rendered as its source, little longer than the text: %s',
    (_, text) => {
      const markup = renderMarkdown(text).text;
      expect(markup.length).toBeLessThan(text.length * 6 + 100);
      expect(markup).toContain('<pre class="source">');
    },
  );

  test('is rendered where it asks for a reasonable amount', () => {
    expect(renderMarkdown(wideTable(10, 50)).text.match(/<td>/g)).toHaveLength(500);
    expect(renderMarkdown('> > > > > > x').text.match(/<blockquote>/g)).toHaveLength(6);
  });
});

describe('an excerpt', () => {
  test('says what the text says, without its marks', () => {
    expect(excerptOf('# A *b*\n\n![c](d) [e](f) `g` & <h>\ni', 100)).toBe('A b e g & <h> i');
    expect(excerptOf('Take\n\n- one\n- two\n\n1. three\n2. four\n\nor none', 100)).toBe(
      'Take one · two · three · four · or none',
    );
    expect(excerptOf('- one\n- two', 100)).toBe('one · two');
    expect(excerptOf('- one\n- two\n\n![pier](https://a.example/p.png)', 100)).toBe('one · two');
    expect(excerptOf('abcdef', 4)).toBe('abc…');
    expect(excerptOf('😀'.repeat(10), 4)).toBe('😀😀😀…');
  });

  test('looks at the beginning of a text only, however long it is', () => {
    const unseen = '[a]: /bcd\n'.repeat(500);
    expect(excerptOf(`${unseen}\nLate`, 100)).toBe('…');
    expect(excerptOf(`x${'😀'.repeat(5_000)}`, 320).isWellFormed()).toBe(true);
  });
});

test('the boxes of a task list are shown as such, in text and excerpts', () => {
  const { text } = renderMarkdown(corpus.tasks);
  for (const line of ['<li>☑ done</li>', '<li>☐ <em>open</em></li>', '<li>[y] c</li>', '<p>[x] d</p>'])
    expect(text).toContain(line);
  expect(excerptOf(corpus.tasks, 100)).toBe('☑ done · ☐ open · [y] c · [x] d');
});

test('a change of anything that is rendered raises the version', () => {
  const all = [...Object.values(corpus), ...Object.values(hostile)].map((text) => renderMarkdown(text).text);
  const hash = createHash('sha256').update(all.join('\n')).digest('hex').slice(0, 16);
  expect({ version: RENDERER_VERSION, hash }).toEqual({ version: 7, hash: '203c7f13a804b196' });
});

test('an image whose address says its size has that, and versions for narrower windows', () => {
  const [sized, plain, ...more] = [...renderMarkdown(corpus.images).text.matchAll(/<img [^>]*>/g)].map(
    ([tag]) => tag,
  );
  const path = '/portal-images/01a21a15-888c-7476-9347-5edc21a0128a';
  expect(sized).toContain('width="1000" height="300"');
  expect(sized).toContain(`srcset="${path}-480w 480w, ${path}-960w 960w, ${path} 1000w"`);
  expect(plain).toContain(`src="${path}"`);
  expect(plain).not.toMatch(/width=|srcset=/);
  expect(more).toEqual([]);
});

test('a high image has the place that it is shown in, and no bars next to it', () => {
  expect(renderMarkdown(corpus.highImage).text).toContain('width="149" height="448"');
});

test('an image is a link to itself, whole, unless it is in another link', () => {
  const path = '/portal-images/01a21a15-888c-7476-9347-5edc21a0128a';
  const markup = (text: string) => renderMarkdown(text).text;
  expect(markup(`![Night](${path})`)).toContain(`<p><a href="${path}"><img src="${path}" alt="Night"`);
  expect(markup(`![](${path})`)).toContain(`<a href="${path}" tabindex="-1" aria-hidden="true"><img `);
  expect(markup(`[![Night](${path})](https://example.org/)`).match(/<a /g)).toHaveLength(1);
});

describe('an email address', () => {
  test.each([
    'eve&#64;example.com',
    'eve&#x40;example.com',
    'eve&commat;example.com',
    'eve\\@example.com',
    '**eve**@example.com',
    'eve@*example*.com',
    '[Eve](mailto:eve@example.com)',
    '[Eve](https://example.org/?to=eve%40example.com)',
    '`eve@example.com`',
    '```\neve@example.com\n```',
    '![eve@example.com](/x)',
  ])('is hidden: %j', (text) => {
    const { text: markup } = renderMarkdown(`Write to ${text}.`);
    expect(markup.replaceAll(/<[^>]+>/g, '')).not.toMatch(/eve.{0,3}@|example\.com/);
    expect(markup).not.toMatch(/eve(@|%40)/);
  });

  test('needs more than an @ sign', () => {
    const text = 'Ask @ada, 3 @ 4, on <https://example.com/@ada>.';
    expect(renderMarkdown(text).text).toBe(
      '<p>Ask @ada, 3 @ 4, on <a href="https://example.com/@ada" rel="nofollow ugc noopener">https://example.com/@ada</a>.</p>\n',
    );
  });
});
