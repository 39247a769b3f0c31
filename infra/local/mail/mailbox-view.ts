import { html, type Html } from '../../../shared/kernel/html/html.ts';
import type { LocalMail, Mailbox } from './mailbox.ts';

/** The JSON form has all of them. */
const SHOWN_MAX = 50;

/** The page of the mailbox. Each mail is shown as its reader sees it, in a frame without rights. */
export const mailboxView = ({ mails, count }: Mailbox): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Mail – Plotline</title>
        <link rel="stylesheet" href="/_local/mail.css" />
      </head>
      <body>
        <header class="top"><span class="brand">Plotline</span> on this machine</header>
        <main>
          <h1>Mail</h1>
          <p>Mail isn’t sent from this machine. It’s shown here until Plotline stops.</p>
          <div class="heading">
            <p class="quiet" role="status">${count === 0 ? 'No mail yet.' : `${count} so far.`}</p>
            <p><a href="/_local/mail">Reload</a></p>
            <form method="post" action="/_local/mail/clear"><button class="link">Forget all</button></form>
          </div>
          <ol class="deliveries">
            ${mails.slice(0, SHOWN_MAX).map(mailItem)}
          </ol>
        </main>
      </body>
    </html>`.text;

const mailItem = (mail: LocalMail, position: number): Html =>
  html`<li id="mail-${mail.number}">${position === 0 ? newestMail(mail) : closedMail(mail)}</li>`;

/** The newest is open: most visits are for it. */
const newestMail = (mail: LocalMail): Html =>
  html`<details open>${summaryOf(mail)} ${contentOf(mail)}</details>`;
const closedMail = (mail: LocalMail): Html => html`<details>${summaryOf(mail)} ${contentOf(mail)}</details>`;

const summaryOf = ({ at, subject, to }: LocalMail): Html =>
  html`<summary>
    <time datetime="${at.toISOString()}">${at.toISOString().slice(11, 23)}</time>
    <span class="what">${subject}</span>
    <span></span>
    <span class="second">to ${to}</span>
  </summary>`;

const contentOf = ({ number, subject, text, headers, replyTo }: LocalMail): Html =>
  html`<div class="more">
    <iframe
      src="/_local/mail/${number}.html"
      title="${subject}"
      sandbox="allow-popups allow-top-navigation-by-user-activation"
      loading="lazy"
    ></iframe>
    ${replyTo !== undefined && replyForm(number)}
    <h2>Text part</h2>
    <pre>${text}</pre>
    <h2>Headers</h2>
    <pre>${Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)}</pre>
  </div>`;

/** What its reader would write in their mail program. */
const replyForm = (number: number): Html =>
  html`<form class="reply" method="post" action="/_local/mail/${number}/reply">
    <label for="reply-${number}">Reply as its reader</label>
    <textarea id="reply-${number}" name="text" rows="3" required></textarea>
    <button>Send</button>
  </form>`;
