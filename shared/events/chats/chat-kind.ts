import type { ChatName } from '../destinations/destination.ts';

/** What a message says, as plain text that no chat has escaped yet. */
export interface ChatMessage {
  /** What it is about, such as `ENG-12 Fix the login`. */
  title: string;
  /** Who did what to it, oldest first; one sentence each. */
  activities: readonly string[];
  /** The address of its page; null if it has none. */
  link: string | null;
}

/** The answer of a chat; `body` is its beginning. */
interface ChatAnswer {
  status: number;
  body: string;
}

/** Why a chat did not take a message; `gone` if its address will never take one again. */
interface ChatRefusal {
  error: string;
  gone?: boolean;
}

/** What a chat is: where its incoming webhooks are, how a message looks, and what its answers mean. */
export interface ChatKind {
  name: ChatName;
  /** For people. */
  title: string;
  /** The hosts of its incoming webhooks, whole. */
  hosts: RegExp;
  example: string;
  /** The body of the request, as JSON. */
  toMessage: (message: ChatMessage) => object;
  /** Why it did not take a message; undefined if it did. */
  refusal: (answer: ChatAnswer) => ChatRefusal | undefined;
}
