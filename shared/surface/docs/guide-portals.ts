import { html } from '../../kernel/html/html.ts';
import { IMAGE_MAX_BYTES } from '../../feedback/portals/image.ts';
import { CUSTOMER_SECRET_DAYS } from '../../feedback/portals/customer-secret.ts';
import { FORMER_SLUGS_MAX } from '../../kernel/slugs/slug.ts';
import { CACHE_SECONDS } from '../../pages/public-portals/find-portal.ts';
import { addresses } from '../../pages/public-portals/addresses.ts';
import { visitorLimits } from '../../pages/public-portals/form-route.ts';
import { BASE_URL } from './base-url.ts';
import { block, code, glossary, operationLink, type Guide, type GuideSource } from './guide.ts';

const at = (address: string) => `${BASE_URL}${address}`;

const bothForms = `PORTAL=…   # the slug of a public portal
curl "${at(addresses.portal('$PORTAL'))}"                          # JSON
curl "${at(addresses.portal('$PORTAL'))}" -H 'Accept: text/html'   # the page`;

const askAgain = `ETAG=$(curl -s -D - -o /dev/null "${at(addresses.portal('$PORTAL'))}" | tr -d '\\r' | sed -n 's/^[Ee][Tt]ag: //p')
curl -i "${at(addresses.portal('$PORTAL'))}" -H "If-None-Match: $ETAG"`;

const widgetTag = `<script src="${at(addresses.widget)}" data-portal="acme" data-label="Feedback" data-color="#4f46e5" defer></script>`;

const signToken = `import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';

const token = await new SignJWT({ email: customer.email, name: customer.name })
  .setProtectedHeader({ alg: 'HS256' })
  .setSubject(customer.id)
  .setAudience(process.env.PORTAL_ID)
  .setJti(randomUUID())
  .setIssuedAt()
  .setExpirationTime('1 minute')
  .sign(new TextEncoder().encode(process.env.CUSTOMER_SECRET));`;

const customerForm = `<form method="post" action="${at(addresses.customer('acme'))}">
  <input type="hidden" name="token" value="…">
  <input type="hidden" name="next" value="${addresses.portal('acme')}">
  <button>Feedback</button>
</form>`;

/** What portals are for, and what their URLs return to programs and people. */
export const portalsGuide = (source: GuideSource): Guide => ({
  slug: 'portals',
  title: 'Running a feedback portal',
  lead: 'A public page where customers see what you plan, vote for what they want, and read what has shipped.',
  parts: [
    {
      id: 'set-up',
      title: 'Setup',
      content: html`<p>
          An admin creates a portal with ${operationLink('createPortal', source)}: a name, a color, and boards
          such as Ideas and Bugs. A new portal is private, so nobody outside the workspace can tell that it
          exists. Set <code>visibility</code> to <code>public</code> when it is ready.
        </p>
        <p>
          The name, color and logo appear on every page. For a logo, upload an image with
          ${operationLink('createPortalImage', source)}, then set <code>logoImageId</code> with
          ${operationLink('updatePortal', source)}. Images are PNG, JPEG or WebP of up to
          ${IMAGE_MAX_BYTES / 1024} KiB, base64-encoded.
        </p>`,
    },
    {
      id: 'addresses',
      title: 'Addresses',
      content: html`${glossary([
          [
            code(addresses.portal('{slug}')),
            html`The portal with its boards and items: ${operationLink('getPublicFeedbackPortal', source)}.
              With <code>q</code>, those with some words, best first.`,
          ],
          [
            code(addresses.roadmap('{slug}')),
            'The roadmap: planned, in progress and done. Available only as a page.',
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
          When you change the slug of a portal or an update, old links redirect to the new URL. The last
          ${FORMER_SLUGS_MAX} former slugs of each are kept. Follow redirects, for example with
          <code>curl -L</code>.
        </p>`,
    },
    {
      id: 'forms',
      title: 'Page or JSON',
      content: html`<p>
          One URL serves both. A request whose <code>Accept</code> header prefers <code>text/html</code>, as
          browsers do, gets a page. Every other request gets JSON, without a token. Scripts on other sites can
          read the JSON too: CORS allows every origin.
        </p>
        ${block('The same URL in both formats', bothForms)}
        <p>
          Private portals, drafts and slugs that never existed all get the same 404, so nobody can find out
          what you are working on.
        </p>`,
    },
    {
      id: 'caching',
      title: 'Caching',
      content: html`<p>
          Responses may be cached for ${CACHE_SECONDS} seconds, so a change can take that long to appear. Each
          response also has an <code>ETag</code>. Send it as <code>If-None-Match</code>; if nothing has
          changed, the response is a 304 without a body.
        </p>
        ${block('Fetch again only if it has changed', askAgain)}`,
    },
    {
      id: 'visitors',
      title: 'Visitors',
      content: html`<p>
          Anyone can read a public portal. To post ideas, vote or comment, visitors sign in on its pages;
          there is no API for that. A person has one vote per item and can take it back. Per hour, they can
          post ${visitorLimits.submissions.most} ideas, write ${visitorLimits.comments.most} comments and cast
          ${visitorLimits.votes.most} votes.
        </p>
        <p>
          Visitors appear under the name they have set on <a href="/account">Your account</a>, and as
          “Someone” until they do. A later change applies to everything they have posted.
          ${code('authorKind')} is <code>user</code>, and the page says “Team”, if a member or admin of the
          portal's workspace wrote the post; existing posts keep the badge when that person leaves, new ones
          do not get it. Any other author is a <code>visitor</code>, with the same ${code('authorId')} on all
          portals of a workspace.
        </p>
        <p>
          E-mail addresses are never shown publicly, regardless of the author: pages, JSON and the feed
          contain
          <code>[address removed]</code> instead. Your own workspace sees the original text. To let visitors
          contact you, link to a contact page. Hide an item with
          ${operationLink('updateFeedbackItem', source)}, or a comment with
          ${operationLink('updateFeedbackComment', source)}: set <code>hidden</code> to true.
        </p>`,
    },
    {
      id: 'embedding',
      title: 'On your own site',
      content: html`<p>
          One script tag adds a button to your site that opens the portal over the page. Only sites that you
          list in <code>embedOrigins</code> with ${operationLink('updatePortal', source)} can show the portal
          in a frame; no other page of this service can be framed.
        </p>
        ${block('In the pages of your site', widgetTag, 'html')}
        <p>
          <code>data-label</code> and <code>data-color</code> change the button. With
          <code>data-button="none"</code> there is none, and any element of your page with the attribute
          <code>data-plotline-open</code> opens the portal. A <code>Content-Security-Policy</code> of your
          site has to allow <code>${BASE_URL}</code> in <code>script-src</code> and <code>frame-src</code>,
          and nothing else.
        </p>
        <p>
          In the frame, visitors read, search and filter. To vote, suggest or comment they sign in in a new
          tab, which leads back to the idea and counts their vote.
        </p>`,
    },
    {
      id: 'customers',
      title: 'Customers of your own site',
      content: html`<p>
          People who have signed in to your site need not sign in again. Your server signs a JSON Web Token
          for them, and your page sends it with a form; a token never stands in a URL.
          ${operationLink('rotateCustomerSecret', source)} returns the secret, once. List the site in
          <code>embedOrigins</code>: other sites pass nobody on.
        </p>
        ${block('On your server, with Node: npm install jose', signToken, 'ts')}
        ${block('In the page that it answers with', customerForm, 'html')}
        <p>
          The token is signed with HS256, its audience is the portal's id, and it is valid for five minutes
          and once. <code>sub</code> is your own id of the customer: the same one is the same person on all
          portals of the workspace. <code>email</code> receives notifications about ideas, and
          <code>name</code> is shown with what they post. Such a customer is never the account of someone with
          the same address, and can do nothing outside the portal.
        </p>
        <p>
          A secret is valid for ${CUSTOMER_SECRET_DAYS} days, and for 24 hours after the next one was made. If
          one has leaked, ${operationLink('deleteCustomerSecret', source)} ends it and everything that was
          signed with it at once.
        </p>`,
    },
    {
      id: 'moderating',
      title: 'Working with feedback',
      content: html`<p>
          Answer with ${operationLink('createFeedbackComment', source)}: the comment is marked “Team”. With
          <code>internal</code> it is a note that only your workspace sees. Set
          <code>officialCommentId</code> of the item to pin one of your comments as the official answer.
          <code>tags</code> of an item are public, <code>internalTags</code> are not.
        </p>
        <p>
          ${operationLink('createFeedbackVote', source)} adds the vote of a customer who wrote to you: they
          get the same news by mail as those who voted themselves. Admins see who voted with
          ${operationLink('listFeedbackVotes', source)}, by name and id, never by address, and stop a visitor
          from posting and voting on all portals of the workspace with ${operationLink('banVisitor', source)}.
        </p>`,
    },
    {
      id: 'stories',
      title: 'Tracking the work',
      content: html`<p>
        Link an item to the stories that deliver it with <code>storyIds</code> in
        ${operationLink('createFeedbackItem', source)} or ${operationLink('updateFeedbackItem', source)}. Once
        all of them are completed, the item becomes <code>completed</code> automatically. Visitors see the
        item and its status, never the stories.
      </p>`,
    },
    {
      id: 'updates',
      title: 'Publishing updates',
      content: html`<p>
          ${operationLink('createFeedbackUpdate', source)} creates a draft: a title, a summary, a body in
          Markdown, a cover image, and the items it is about.
          ${operationLink('publishFeedbackUpdate', source)} adds it to the changelog and the feed, and
          ${operationLink('withdrawFeedbackUpdate', source)} turns it back into a draft. You can edit an
          update at any time, published or not.
        </p>
        <p>Markdown is sanitized before it is shown: HTML and scripts have no effect.</p>`,
    },
  ],
});
