import { createHash } from 'node:crypto';
import { translateRedactions } from '../core/email-addresses.ts';
import { continueView, documentView, type PageView } from './document-view.ts';
import { pageScript } from './assets.ts';
import { pageHeaders } from './headers.ts';
import { html } from './html.ts';
import { themeOf } from './theme.ts';

interface Page extends PageView {
  status?: number;
  /** Origins that may show it in a frame; none may where it is left out. */
  framedBy?: readonly string[];
  /** The paths of its scripts; without them, a page with times has the one that shows them in the reader's zone. */
  script?: string | readonly string[];
}

/** The response with a page; never cached. */
export function pageResponse({ status = 200, framedBy = [], ...view }: Page) {
  const style = view.brand && themeOf(view.brand.color);
  // Other pages, such as that of consent, run no script at all.
  const script = view.script ?? (html`${view.body}`.text.includes('<time ') ? pageScript.path : undefined);
  return {
    status,
    headers: pageHeaders({
      framedBy,
      script: script !== undefined,
      ...(style === undefined ? {} : { styleHash: styleHashOf(style) }),
    }),
    body: translateRedactions(
      documentView({ ...view, style, ...(script === undefined ? {} : { script }) }).text,
      view.language ?? 'en',
    ),
  };
}

/** The hash of a style element's text, for the content security policy. */
export const styleHashOf = (style: string): string =>
  `sha256-${createHash('sha256').update(style).digest('base64')}`;

/**
 * The response to a form that leads to another site: a page that continues on its own, without a script.
 * Chrome applies the form-action of the form's page to every redirect after it, including other sites'
 * redirects; this page starts a new navigation. Pass only validated locations, since it is also rendered as a
 * link.
 */
export function continueResponse(continuing: Parameters<typeof continueView>[0]) {
  const { headers, ...answer } = pageResponse(continueView(continuing));
  return { ...answer, headers: { ...headers, refresh: `0;url=${continuing.location}` } };
}
