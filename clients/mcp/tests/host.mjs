// An MCP host for the tests: the official client, controlled by JSON lines on standard input. The result of each is a JSON
// line on standard output: {"id", "result"} or {"id", "error"}, and {"notification"} for messages of the server's own.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  ElicitRequestSchema, LoggingMessageNotificationSchema, ResourceUpdatedNotificationSchema, ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

const say = (what) => process.stdout.write(JSON.stringify(what) + '\n');
const server = JSON.parse(readFileSync(process.argv[2], 'utf8'));  // {command, args, env, elicit?}
// `elicit`: what the person chooses where the server elicits something; without it this host has no elicitation.
const client = new Client({ name: 'test host', version: '1' },
  { capabilities: server.elicit ? { elicitation: {} } : {} });
if (server.elicit) {
  client.setRequestHandler(ElicitRequestSchema, (request) => {
    say({ elicited: request.params });
    return { action: server.elicit, ...(server.elicit === 'accept' ? { content: {} } : {}) };
  });
}
for (const schema of [LoggingMessageNotificationSchema, ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema]) {
  client.setNotificationHandler(schema, (notification) => say({ notification }));
}
const transport = new StdioClientTransport({ ...server, stderr: 'inherit' });
await client.connect(transport);
client.onclose = () => say({ closed: true });
say({ id: 0, result: { server: client.getServerVersion(), capabilities: client.getServerCapabilities(),
  instructions: client.getInstructions(), pid: transport.pid } });

const underWay = new Map();
const methods = {
  tools: () => client.listTools(),
  call: (params, options) => client.callTool(params, undefined, options),
  resources: () => client.listResources(),
  read: (params) => client.readResource(params),
  subscribe: (params) => client.subscribeResource(params),
  level: (params) => client.setLoggingLevel(params),
  ping: () => client.ping(),
};
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, op, params, abort } = JSON.parse(line);
  if (op === 'abort') { underWay.get(abort)?.abort('the user gave it up'); return; }
  const controller = new AbortController();
  underWay.set(id, controller);
  const options = { signal: controller.signal, timeout: 120000, onprogress: (progress) => say({ progress, of: id }) };
  try {
    say({ id, result: await methods[op](params, options) });
  } catch (error) {
    say({ id, error: { code: error.code ?? 0, message: String(error.message ?? error) } });
  }
}).on('close', () => client.close().then(() => process.exit(0)));
