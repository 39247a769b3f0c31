import { html } from '../pages/html.ts';
import { IMAGE_MAX_BYTES } from '../portals/image.ts';
import { MAX_FORMER_SLUGS } from '../portals/slug.ts';
import { CACHE_SECONDS } from '../public-portals/find-portal.ts';
import { addresses } from '../public-portals/addresses.ts';
import { visitorLimits } from '../public-portals/form-route.ts';
import { BASE_URL } from './base-url.ts';
import { block, code, glossary, operationLink, type Guide, type GuideSource } from './guide.ts';

const at = (address: string) => `${BASE_URL}${address}`;

const bothForms = `PORTAL=…   # the slug of a public portal
curl "${at(addresses.portal('$PORTAL'))}"                          # JSON
curl "${at(addresses.portal('$PORTAL'))}" -H 'Accept: text/html'   # the page`;

const askAgain = `ETAG=$(curl -s -D - -o /dev/null "${at(addresses.portal('$PORTAL'))}" | tr -d '\\r' | sed -n 's/^[Ee][Tt]ag: //p')
curl -i "${at(addresses.portal('$PORTAL'))}" -H "If-None-Match: $ETAG"`;

/** What portals are for, and what programs and people find at their addresses. */
export const portalsGuide = (source: GuideSource): Guide => ({
  slug: 'portals',
  title: 'Running a feedback portal',
  lead: 'A public page where customers see what you plan, vote for what they want, and read what has shipped.',
  parts: [
    {
      id: 'set-up',
      title: 'Setting one up',
      content: html`<p>
          An admin makes a portal with ${operationLink('createPortal', source)}: a name, a color, and boards
          such as Ideas and Bugs. It starts out private, so nobody outside the workspace can tell that it
          exists. Set <code>visibility</code> to <code>public</code> when it is ready.
        </p>
        <p>
          The name, color and logo shape every page. For a logo, send an image with
          ${operationLink('createPortalImage', source)}, then name it as <code>logoImageId</code> in
          ${operationLink('updatePortal', source)}. Images are PNG, JPEG or WebP of up to
          ${IMAGE_MAX_BYTES / 1024} KiB, in base64.
        </p>`,
    },
    {
      id: 'addresses',
      title: 'Addresses',
      content: html`${glossary([
          [
            code(addresses.portal('{slug}')),
            html`The portal with its boards and items: ${operationLink('getPublicFeedbackPortal', source)}.`,
          ],
          [
            code(addresses.roadmap('{slug}')),
            'The roadmap: what is planned, in progress and done. A page only.',
          ],
          [
            code(addresses.updates('{slug}')),
            html`The changelog: ${operationLink('listPublicFeedbackUpdates', source)}.`,
          ],
          [
            code(addresses.update('{slug}', '{update}')),
            html`One update: ${operationLink('getPublicFeedbackUpdate', source)}.`,
          ],
          [code(addresses.feed('{slug}')), 'The changelog as an Atom feed, for feed readers and chat tools.'],
        ])}
        <p>
          When you change the slug of a portal or an update, old links redirect to the new address. The newest
          ${MAX_FORMER_SLUGS} former slugs of each are kept. Follow redirects, with <code>curl -L</code> for
          example.
        </p>`,
    },
    {
      id: 'forms',
      title: 'Page or JSON',
      content: html`<p>
          One address serves both. A request whose <code>Accept</code> header prefers <code>text/html</code>,
          as browsers do, gets a page. Every other request gets JSON, and needs no token. Scripts on other
          sites can read the JSON too: it is open to every origin (CORS).
        </p>
        ${block('The same address, twice', bothForms)}
        <p>
          Private portals, drafts and slugs that never existed all get the same 404, so nobody can guess what
          you are working on.
        </p>`,
    },
    {
      id: 'caching',
      title: 'Caching',
      content: html`<p>
          Answers may be cached for ${CACHE_SECONDS} seconds, so a change can take that long to show. Each
          answer also has an <code>ETag</code>. Send it back as <code>If-None-Match</code>, and an unchanged
          answer is a 304 without a body.
        </p>
        ${block('Ask again, only for what has changed', askAgain)}`,
    },
    {
      id: 'visitors',
      title: 'Visitors',
      content: html`<p>
          Anyone can read a public portal. To suggest something, vote or comment, visitors sign in on its
          pages; there is no API for that. A person has one vote per item and can take it back. In an hour
          they can make ${visitorLimits.submissions.most} suggestions, write ${visitorLimits.comments.most}
          comments and cast ${visitorLimits.votes.most} votes.
        </p>
        <p>
          Visitors appear under the name they have set on <a href="/account">Your account</a>, and as
          “Someone” until they do. A later change shows on all they wrote. ${code('authorKind')} is
          <code>user</code>, and the page says “Team”, where a member or admin of the portal's workspace
          wrote; what they wrote keeps the mark when they leave, and what they write after that has none. Any
          other author is a <code>visitor</code>, whose ${code('authorId')} is the same on all portals of a
          workspace.
        </p>
        <p>
          E-mail addresses are never shown, whoever wrote them: on pages, in JSON and in the feed,
          <code>[address removed]</code> stands in their place. Your own workspace sees the text as it was
          written. To be reached, link to a contact page. Hide an item with
          ${operationLink('updateFeedbackItem', source)}, or a comment with
          ${operationLink('updateFeedbackComment', source)}: set <code>hidden</code> to true.
        </p>`,
    },
    {
      id: 'stories',
      title: 'Following the work',
      content: html`<p>
        Link an item to the stories that deliver it with <code>storyIds</code> in
        ${operationLink('createFeedbackItem', source)} or ${operationLink('updateFeedbackItem', source)}. Once
        all of them are completed, the item becomes <code>completed</code> by itself. Visitors see the item
        and its status, never the stories.
      </p>`,
    },
    {
      id: 'updates',
      title: 'Publishing updates',
      content: html`<p>
          ${operationLink('createFeedbackUpdate', source)} makes a draft: a title, a summary, a body in
          Markdown, a cover image, and the items it is about.
          ${operationLink('publishFeedbackUpdate', source)} puts it into the changelog and the feed, and
          ${operationLink('withdrawFeedbackUpdate', source)} makes it a draft again. You can edit an update at
          any time, published or not.
        </p>
        <p>Markdown is cleaned before it is shown: HTML and scripts in it do nothing.</p>`,
    },
  ],
});
