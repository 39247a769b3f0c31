import { html, type Html } from '../pages/html.ts';

/** What a mail says, once for both of its parts. */
interface MailBody {
  title: string;
  /** Paragraphs of plain text. */
  paragraphs: readonly string[];
  /** A code to be typed, shown large. */
  code?: string;
  /** Where to go on. */
  action?: { label: string; url: string };
  /** Why the reader got it, and what to do about it; with a link where there is one. */
  footer: string;
  footerLink?: { label: string; url: string };
}

/** Renders the text and the HTML part of a mail. Nothing is loaded from anywhere. */
export const renderMail = (body: MailBody): { text: string; html: string } => ({
  text: textPart(body),
  html: htmlPart(body).text,
});

function textPart({ title, paragraphs, code, action, footer, footerLink }: MailBody): string {
  const parts = [
    title,
    ...(code === undefined ? [] : [code]),
    ...paragraphs,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    `-- \n${footer}${footerLink ? `\n${footerLink.label}: ${footerLink.url}` : ''}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Inline styles, since many mail programs drop others; the one sheet only darkens. */
const htmlPart = ({ title, paragraphs, code, action, footer, footerLink }: MailBody): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          @media (prefers-color-scheme: dark) {
            body,
            .sheet {
              background: #16181d !important;
              color: #e8eaf0 !important;
            }
            .quiet {
              color: #a6acba !important;
            }
            .quiet a,
            .sheet a.plain {
              color: #a9b8ff !important;
            }
          }
        </style>
      </head>
      <body style="margin:0;background:#ffffff;color:#1c1f26;font:16px/1.5 system-ui,sans-serif">
        <main class="sheet" style="max-width:32rem;margin:0 auto;padding:24px 16px;overflow-wrap:anywhere">
          <h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${title}</h1>
          ${
            code !== undefined &&
            html`<p style="font:600 32px/1.2 ui-monospace,monospace;letter-spacing:4px;margin:0 0 16px">
              ${code}
            </p>`
          }
          ${paragraphs.map((text) => html`<p style="margin:0 0 16px">${text}</p>`)}
          ${
            action &&
            html`<p style="margin:0 0 24px">
              <a
                href="${action.url}"
                style="display:inline-block;padding:10px 16px;border-radius:8px;background:#3448c5;color:#ffffff;text-decoration:none"
                >${action.label}</a
              >
            </p>`
          }
          <p class="quiet" style="margin:24px 0 0;color:#5c6370;font-size:14px">
            ${footer}
            ${
              footerLink &&
              html`<br /><a href="${footerLink.url}" style="color:#3448c5">${footerLink.label}</a>`
            }
          </p>
        </main>
      </body>
    </html>`;
