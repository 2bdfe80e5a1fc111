// Talks to a server with one of the official clients and prints what it got as JSON.
// node clients.mjs <folder of the packages> old|new <era> stdio|http <url, or command and arguments…>
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, which, era, transport, ...target] = process.argv.slice(2);
const require = createRequire(pathToFileURL(`${folder}/package.json`));
const load = (name) => import(pathToFileURL(require.resolve(name)));

const packages = {
  old: {
    client: "@modelcontextprotocol/sdk/client/index.js",
    stdio: "@modelcontextprotocol/sdk/client/stdio.js",
    http: "@modelcontextprotocol/sdk/client/streamableHttp.js",
  },
  new: {
    client: "@modelcontextprotocol/client",
    stdio: "@modelcontextprotocol/client/stdio",
    http: "@modelcontextprotocol/client",
  },
}[which];

const { Client } = await load(packages.client);
const options = era === "2026-07-28" ? { versionNegotiation: { mode: { pin: era } } } : {};
const client = new Client({ name: "mdexa-tests", version: "0" }, options);
const transports = await load(packages[transport]);
const [command, ...args] = target;
const line =
  transport === "stdio"
    ? new transports.StdioClientTransport({ command, args, env: process.env, stderr: "ignore" })
    : new transports.StreamableHTTPClientTransport(new URL(target[0]));
await client.connect(line);

const { tools } = await client.listTools();
const call = (name, parameters) => client.callTool({ name, arguments: parameters });
const found = await call("find_datasets", { query: "chest radiograph", count_by: ["access_kind"] });
const checked = await call("check_use", { datasets: ["dune-xray", "nobody"], evidence: "all" });
const got = await call("get_dataset", { datasets: ["dune-xray", "ember-notes"], sections: ["summary", "relations"] });
const refused = await call("check_use", { datasets: [], purposes: ["selling"] });
const unknown = await call("delete_everything", {}).then(
  () => null,
  (error) => error.code,
);
const { resources } = await client.listResources();
const { contents } = await client.readResource({ uri: "mdexa://cards/dune-xray/evidence" });
const { prompts } = await client.listPrompts();
const prompt = await client.getPrompt({ name: "check_training_mix", arguments: { datasets: "dune-xray" } });
const completed = await client.complete({
  ref: { type: "ref/prompt", name: "find_substitute" },
  argument: { name: "dataset", value: "dune" },
});
console.log(
  JSON.stringify({
    tools: tools.map((tool) => tool.name),
    instructions: client.getInstructions?.() ?? "",
    found: found.structuredContent.rows.map((row) => row.id),
    combined: checked.structuredContent.combined.teaching,
    pairs: got.structuredContent.pairs.map((pair) => pair.relation),
    refused: [refused.isError === true, refused.content[0].text],
    unknown,
    resources: resources.map((resource) => resource.uri),
    evidence: contents[0].text.length,
    prompts: prompts.map((one) => one.name),
    prompt: prompt.messages[0].content.text.length,
    completed: completed.completion.values,
  }),
);
await client.close();
