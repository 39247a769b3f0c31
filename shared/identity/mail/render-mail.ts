import { mailColors } from './mail-colors.ts';
import { html, Html } from '../../kernel/html/html.ts';
import { colorOf } from '../../kernel/html/palette.ts';
import type { MailText, MailTexts } from './mail-text.ts';

/** The content of a mail, for both its text and its HTML part; its texts are translated when it is sent. */
export interface MailBody<Text = MailText> {
  title: Text;
  /** Paragraphs of plain text. */
  paragraphs: readonly Text[];
  /** A code to be typed, shown large. */
  code?: string;
  /** The update of a portal that it is about, which is shown whole. */
  updateId?: string;
  /** What someone wrote, which is shown after the paragraphs. */
  written?: WrittenText;
  /** The link to continue with: a path of this service. */
  action?: { label: Text; path: string };
  /** The listed items, each with a path of this service. */
  list?: readonly { text: Text; path: string }[];
  /** Why the reader got it, and what to do about it. */
  footer: Text;
}

/** Whose mail it looks like: a portal's, with its colors. */
export interface MailBrand {
  name: string;
  /** As `#rrggbb`. */
  color: string;
  /** The path of its pages. */
  path: string;
  /** The path of its logo, a PNG, JPEG or WebP. */
  logo?: string;
}

/** What someone wrote, in Markdown. */
export interface WrittenText {
  markdown: string;
  /** Whether it is for members of the workspace, who may see email addresses. */
  isForMembers: boolean;
}

/** What a team published or someone wrote, as text and as markup that is safe to show. */
export interface Published {
  text: string;
  markup: Html;
}

interface Look {
  t: MailTexts;
  baseUrl: string;
  /** The page on which its reader chooses their notifications. */
  preferencesUrl?: string | undefined;
  brand?: MailBrand | undefined;
  /** The workspace that a mail of Plotline is about. */
  workspace?: string | undefined;
  /** Whether a reply to it is posted. */
  takesReplies?: boolean;
  /** The title of the idea that a reply is posted on, where the mail is about several. */
  replyIdea?: string | undefined;
  /** What is published or written, with paths of this service in its links. */
  published?: Published | undefined;
}

/** Renders the text and the HTML part of a mail. It loads nothing but a portal's logo and the pictures of what was published. */
export const renderMail = (body: MailBody<string>, look: Look): { text: string; html: string } => ({
  text: textPart(body, look),
  html: htmlPart(body, look).text,
});

function textPart(
  { title, paragraphs, code, action, list = [], footer }: MailBody<string>,
  look: Look,
): string {
  const { t, baseUrl, preferencesUrl, published } = look;
  const linked = (label: string, url: string) => t.text('mail.linked', { label, url });
  const parts = [
    title,
    ...(code === undefined ? [] : [code]),
    ...paragraphs,
    ...(published?.text ? [published.text] : []),
    ...list.map(({ text, path }) => `- ${text}\n  ${baseUrl}${path}`),
    ...(action ? [linked(action.label, baseUrl + action.path)] : []),
    ...repliesIn(look),
    `-- \n${footer}${preferencesUrl === undefined ? '' : `\n${linked(t.text('mail.preferences'), preferencesUrl)}`}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What becomes of a reply, if the mail takes any. */
function repliesIn({ t, takesReplies = false, replyIdea }: Look): string[] {
  if (!takesReplies) return [];
  return [
    replyIdea === undefined
      ? t.text('mail.takesReplies')
      : t.text('mail.takesRepliesOn', { idea: replyIdea }),
  ];
}

const colors = {
  surface: colorOf('surface'),
  text: colorOf('text'),
  quiet: colorOf('quiet'),
};

/** Inline styles, since many mail programs drop others; the one sheet only darkens. */
function htmlPart(
  { title, paragraphs, code, action, list = [], footer }: MailBody<string>,
  look: Look,
): Html {
  const { t, baseUrl, preferencesUrl, brand, workspace, published } = look;
  const { link, onLink, darkLink } = mailColors(brand?.color);
  return html`<!doctype html>
    <html lang="${t.language}" dir="${t.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          @media (prefers-color-scheme: dark) {
            body,
            .sheet {
              background: ${colors.surface.dark} !important;
              color: ${colors.text.dark} !important;
            }
            .quiet {
              color: ${colors.quiet.dark} !important;
            }
            .quiet a,
            .sheet a.plain {
              color: ${darkLink} !important;
            }
          }
        </style>
      </head>
      <body
        style="margin:0;background:${colors.surface.light};color:${colors.text.light};font:16px/1.5 system-ui,sans-serif"
      >
        <main class="sheet" style="max-width:32rem;margin:0 auto;padding:24px 16px;overflow-wrap:anywhere">
          ${
            brand &&
            html`<p style="margin:0 0 16px">
              <a
                class="plain"
                href="${baseUrl}${brand.path}"
                style="color:${link};font-weight:600;text-decoration:none"
                >${logoOf(brand, baseUrl)}<bdi>${brand.name}</bdi></a
              >
            </p>`
          }
          ${
            !brand &&
            html`<p class="quiet" style="margin:0 0 16px;color:${colors.quiet.light};font-weight:600">
              Plotline${workspace !== undefined && html` · <bdi>${workspace}</bdi>`}
            </p>`
          }
          <h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${title}</h1>
          ${
            code !== undefined &&
            html`<p style="font:600 32px/1.2 ui-monospace,monospace;letter-spacing:4px;margin:0 0 16px">
              ${code}
            </p>`
          }
          ${paragraphs.map((text) => html`<p style="margin:0 0 16px">${text}</p>`)}
          ${published && html`<div style="margin:0 0 16px">${mailMarkup(published.markup, { baseUrl, link })}</div>`}
          ${
            list.length > 0 &&
            html`<ul style="margin:0 0 16px;padding-left:20px">
              ${list.map(
                ({ text, path }) =>
                  html`<li style="margin:0 0 8px">
                    <a class="plain" href="${baseUrl}${path}" style="color:${link}">${text}</a>
                  </li>`,
              )}
            </ul>`
          }
          ${
            action &&
            html`<p style="margin:0 0 24px">
              <a
                href="${baseUrl}${action.path}"
                style="display:inline-block;padding:10px 16px;border-radius:8px;background:${link};color:${onLink};text-decoration:none"
                >${action.label}</a
              >
            </p>`
          }
          ${repliesIn(look).map((text) => html`<p style="margin:0 0 16px">${text}</p>`)}
          <p class="quiet" style="margin:24px 0 0;color:${colors.quiet.light};font-size:14px">
            ${footer}
            ${
              preferencesUrl !== undefined &&
              html`<br /><a href="${preferencesUrl}" style="color:${link}">${t.text('mail.preferences')}</a>`
            }
          </p>
        </main>
      </body>
    </html>`;
}

/** The logo before the name, which says the same to those who do not see it. */
const logoOf = ({ logo }: MailBrand, baseUrl: string): Html | false =>
  logo !== undefined &&
  html`<img
    src="${baseUrl}${logo}"
    alt=""
    width="32"
    height="32"
    style="margin-inline-end:10px;border-radius:6px;object-fit:contain;vertical-align:middle"
  />`;

/** Styles of markup, smaller than the title above it. */
const markupStyles: Readonly<Record<string, string>> = {
  heading: 'font-size:17px;line-height:1.3;margin:24px 0 8px',
  table: 'margin:0 0 12px;border-collapse:collapse',
  cell: 'padding:6px 12px;border:1px solid #8886;text-align:start',
  img: 'max-width:100%;height:auto',
  p: 'margin:0 0 12px',
  ul: 'margin:0 0 12px;padding-inline-start:24px',
  ol: 'margin:0 0 12px;padding-inline-start:24px',
  blockquote: 'margin:0 0 12px;padding-inline-start:12px;border-inline-start:3px solid #8888',
  // On any ground, light or dark.
  pre: 'margin:0 0 12px;padding:12px;border-radius:6px;background-color:rgba(128,128,128,0.12);font-family:ui-monospace,monospace;font-size:14px;white-space:pre-wrap',
  code: 'font-family:ui-monospace,monospace;font-size:14px',
};

/** Markup whose paths lead to this service, and whose images are no wider than the mail and have one source each. */
const mailMarkup = ({ text }: Html, { baseUrl, link }: { baseUrl: string; link: string }): Html =>
  new Html(
    text
      .replaceAll(/<img [^>]*>/g, (image) => image.replaceAll(/ (?:srcset|sizes)="[^"]*"/g, ''))
      .replaceAll(/ (href|src)="\//g, ` $1="${baseUrl}/`)
      .replaceAll('<a ', `<a class="plain" style="color:${link}" `)
      .replaceAll(/<(img|h[2-6]|table|t[hd]|p|ul|ol|blockquote|pre|code)(?=[ >])/g, (start, name: string) => {
        const style = markupStyles[name.replace(/^h\d$/, 'heading').replace(/^t[hd]$/, 'cell')];
        return `${start} style="${style}"`;
      }),
  );
