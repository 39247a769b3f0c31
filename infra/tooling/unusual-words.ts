/** Words that the documents and the titles of tests do not use, since few people in the field do. */
export const unusualWords =
  /\b(nobody|somebody|anew|beside|apart|whoever|by itself|lately|stands? in|lets? in)\b/gi;
