import { sharedService } from '../support/service.ts';

/** A page of the documentation as a reader gets it. */
export interface ReadPage {
  path: string;
  html: string;
}

/** Every page that links lead to from the home page, by the paths that were followed; pages of others are not read. */
export async function crawl(baseUrl = sharedService().baseUrl): Promise<ReadPage[]> {
  const pages: ReadPage[] = [];
  const seen = new Set(['/']);
  for (const path of seen) {
    const answer = await fetch(baseUrl + path, { headers: { accept: 'text/html' } });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
    const html = await answer.text();
    pages.push({ path, html });
    for (const link of linksOf(html)) {
      const [target = ''] = link.split('#');
      if (target === '/' || /^\/docs(\/[^.?]*)?$/.test(target)) seen.add(target);
    }
  }
  return pages;
}

/** Where the links of a page lead. */
export const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href]) => textOf(href!));

export const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!);

/** The text of markup without elements. */
export const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot));/gi, (_, code, hex, name) =>
      name
        ? named[name as keyof typeof named]
        : String.fromCodePoint(code ? Number(code) : parseInt(hex, 16)),
    );

const named = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** What a page shows to be pasted or compared, by its caption, in the part of the page with an id. */
export function blocksOf(html: string, id: string): { caption: string; text: string }[] {
  const [, section = ''] = new RegExp(`<section[^>]* id="${id}"[^>]*>(.*?)</section>`, 's').exec(html) ?? [];
  const figures = section.matchAll(/<figcaption>(.*?)<\/figcaption>\s*<pre><code>(.*?)<\/code><\/pre>/gs);
  return [...figures].map(([, caption, text]) => ({
    caption: textOf(caption!),
    text: textOf(text!),
  }));
}
