import { expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { inlineTextFiles } from '../../infra/constructs/text-files.ts';
import { portalStyles } from '../../shared/browser/asset-files.ts';

const module = fileURLToPath(new URL('../../shared/browser/assets.ts', import.meta.url));

test('a bundle has the text of a file where the module reads it', () => {
  const made = inlineTextFiles(`const sheet = styleSheet('./styles/portal.css', import.meta.url);`, module);
  expect(made).toBe(`const sheet = ${JSON.stringify(portalStyles)};`);
  expect(portalStyles).toContain('.masthead{');
});

test.each(['textFile(name, import.meta.url)', "textFile('../portal.css', import.meta.url)"])(
  '%s is refused, since a bundle would look for the file when it runs',
  (call) => {
    expect(() => inlineTextFiles(`const sheet = ${call};`, module)).toThrow(
      /assets\.ts: .*textFile\('\.\/name', import\.meta\.url\)/,
    );
  },
);
