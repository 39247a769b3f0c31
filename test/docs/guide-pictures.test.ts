import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';
import { crawl } from './docs-pages.ts';

/** The pixels of a picture for each of the page. */
const SCALE = 1.5;

test('the guides have pictures by day and by night, with their size and what they show, which are served', async () => {
  const pictures = (await crawl()).flatMap(({ html }) => html.match(/<picture\b.*?<\/picture>/gs) ?? []);
  expect(pictures.length).toBeGreaterThan(3);
  for (const picture of pictures) {
    expect(picture).toMatch(/ alt="[^"]{20,}"\s+width="\d+"\s+height="\d+"\s+loading="lazy"/);
    const files = [...picture.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files).toEqual([expect.stringContaining('-dark.png'), expect.stringContaining('-light.png')]);
    for (const file of files) {
      const answer = await fetch(sharedService().baseUrl + file);
      expect([file, answer.status, answer.headers.get('content-type')]).toEqual([file, 200, 'image/png']);
      const { width, height } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
      const [, shownWidth, shownHeight] = /width="(\d+)"\s+height="(\d+)"/.exec(picture)!;
      expect([width / SCALE, height / SCALE]).toEqual([Number(shownWidth), Number(shownHeight)]);
    }
  }
});

test('no other file is served among the pictures', async () => {
  for (const missing of ['none-light.png', 'architecture.svg', '..%2Findex.json', 'team-board-light.png.bak'])
    expect((await fetch(`${sharedService().baseUrl}/docs/images/${missing}`)).status, missing).toBe(404);
});
