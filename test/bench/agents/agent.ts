import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { fetchPatiently } from '../patient-fetch.ts';

/** What a task's calls took. */
export interface Usage {
  calls: number;
  /** Of arguments, and of results as text and structured, in o200k_base. */
  tokens: number;
  bytes: number;
}

/** Calls tools as a model would. */
export interface Agent {
  /** The structured data of a result; throws where the call is refused. */
  call: (tool: string, args: object) => Promise<any>;
  /** Everything that the calls returned as text. */
  read: () => string;
  usage: () => Usage;
}

interface ToolAnswer {
  result?: { content: { text: string }[]; structuredContent?: { data: unknown }; isError?: boolean };
  error?: { message: string };
}

/** An agent that is connected to a service. */
export function newAgent(baseUrl: string, token: string): Agent {
  const texts: string[] = [];
  const usage: Usage = { calls: 0, tokens: 0, bytes: 0 };
  return {
    call: async (tool, args) => {
      const params = { name: tool, arguments: args };
      const response = await fetchPatiently(`${baseUrl}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: usage.calls, method: 'tools/call', params }),
      });
      const { result, error } = (await response.json()) as ToolAnswer;
      const text = result?.content[0]?.text ?? error?.message ?? '';
      const structured = JSON.stringify(result?.structuredContent ?? {});
      usage.calls++;
      usage.bytes += Buffer.byteLength(text) + Buffer.byteLength(structured);
      usage.tokens += [JSON.stringify(args), text, structured].reduce(
        (sum, one) => sum + encode(one).length,
        0,
      );
      texts.push(text);
      if (!result || result.isError) throw new Error(`${tool} was refused: ${text}`);
      return result.structuredContent?.data;
    },
    read: () => texts.join('\n'),
    usage: () => usage,
  };
}
