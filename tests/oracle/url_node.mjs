// Reads URLs, one JSON string a line, and answers each with one line: the result of `new URL`.
import { createInterface } from 'node:readline';

const answers = [];
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  let answer = 'failure';
  try {
    const url = new URL(JSON.parse(line));
    answer = `${url.href} host ${url.hostname}`;
  } catch (error) {
    if (error.code !== 'ERR_INVALID_URL') throw error;
  }
  answers.push(JSON.stringify(answer));
}
process.stdout.write(answers.join('\n') + '\n');
