/** A webhook receiver for Node, to copy; a test runs it. */
export const nodeReceiver = `import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.SIGNING_SECRET);

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const event = webhook.verify(Buffer.concat(chunks).toString(), request.headers);
    response.writeHead(204).end();
    console.log(event.type, event.data.id);
  } catch {
    response.writeHead(400).end();
  }
}).listen(process.env.PORT ?? 8080);`;

/** The same for Python. */
export const pythonReceiver = `import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from standardwebhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["SIGNING_SECRET"])

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = webhook.verify(body, dict(self.headers.items()))
        except WebhookVerificationError:
            self.send_response(400)
            self.end_headers()
            return
        self.send_response(204)
        self.end_headers()
        print(event["type"], event["data"]["id"])

HTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()`;
