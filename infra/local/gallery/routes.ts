import { planningStyles, portalStyles } from '../../../shared/browser/asset-files.ts';
import { pageStyles } from '../../../shared/kernel/html/asset-contents.ts';
import { textFile } from '../../../shared/kernel/html/text-file.ts';
import { themeOf } from '../../../shared/kernel/html/theme.ts';
import { textsIn } from '../../../shared/pages/session/texts-for.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { LocalRequest } from '../http/local-request.ts';
import { accountExamples } from './account-examples.ts';
import { galleryPages, galleryView } from './gallery-view.ts';
import { planningExamples } from './planning-examples.ts';
import { portalExamples } from './portal-examples.ts';
import { BRAND } from './samples.ts';

const additions = textFile('./gallery.css', import.meta.url);

/** Serves the gallery of the components of pages. */
export async function handleGalleryRequest({ path }: LocalRequest): Promise<HttpResponse> {
  switch (path) {
    case galleryPages.portal:
      return page(galleryView('portal', portalExamples(await textsIn('en'), await textsIn('ar'))));
    case galleryPages.account:
      return page(galleryView('account', accountExamples(await textsIn('en'))));
    case galleryPages.planning:
      return page(galleryView('planning', planningExamples(await textsIn('en'), await textsIn('ar'))));
    case '/_local/gallery/planning.css':
      return content('text/css', `${portalStyles}${planningStyles}${additions}`);
    case '/_local/gallery/portal.css':
      return content('text/css', `${portalStyles}${themeOf(BRAND)}${additions}`);
    case '/_local/gallery/account.css':
      return content('text/css', `${pageStyles}${additions}`);
    default:
      return { ...content('text/plain', 'Page not found.'), status: 404 };
  }
}

const page = (text: string): HttpResponse => content('text/html', text);

const content = (type: string, body: string): HttpResponse => ({
  status: 200,
  headers: {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-cache',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  },
  body,
});
