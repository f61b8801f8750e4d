using CommandLine;
using DbIngest.Runner.Parsing;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>serve</c>, which puts an HTTP service in front of a database. <see cref="ServeRequestReader"/>
/// checks the options, and <c>ServeVerb</c> starts the service. Defaults stand in <c>ServiceOptions</c> or
/// <see cref="ServeRequestReader"/>, limits in the latter. The help texts below repeat both: change them together.
/// </summary>
[Verb("serve", HelpText = "Serve a database over HTTP: batches and single records, as docs/reference/service.md says.")]
internal sealed class ServeOptions : DatabaseOptions
{
    [Option("listen", MetaValue = "ADDRESS:PORT",
        HelpText = "Where to listen. Any address but loopback needs an API key. Port 0 takes a free one. "
            + "Default: 127.0.0.1:8480.")]
    public string? Listen { get; init; }

    [Option("client", MetaValue = "NAME", HelpText = "The write path, see 'targets'. Default: the database's own.")]
    public string? Client { get; init; }

    [Option("durability", MetaValue = "NAME",
        HelpText = "The durability level of every acknowledgement, see 'targets'. Default: the database's own.")]
    public string? Durability { get; init; }

    [Option("columns", MetaValue = "NAMES",
        HelpText = "Values of a record, separated by commas, each with its unit behind a colon if it has one: "
            + "'temperature:K,state'. Default: the nine values of a three-phase meter.")]
    public string? Columns { get; init; }

    [Option("promise", MetaValue = "once|ledger|at-least-once",
        HelpText = "How the service keeps a request that is sent again from being stored twice. once: by a unique key on source "
            + "and sequence number. ledger: by the requests of 24 hours, which it keeps in the table dbingest_requests, for a "
            + "table without that key. at-least-once: not at all. "
            + "Default: once where the database can.")]
    public string? Promise { get; init; }

    [Option("host-names", MetaValue = "NAMES",
        HelpText = "Host names by which clients reach the service, separated by commas. Addresses and localhost are always "
            + "taken. Default: none.")]
    public NameList? HostNames { get; init; }

    [Option("key-file", MetaValue = "FILE",
        HelpText = "A file with API keys, one a line, of which each request must carry one. Default: the environment variable "
            + ServiceAddress.KeyVariable + ", if set.")]
    public string? KeyFile { get; init; }

    [Option("tls-certificate", MetaValue = "FILE",
        HelpText = "The certificate for HTTPS, as PEM, with --tls-key. Default: HTTP.")]
    public string? TlsCertificate { get; init; }

    [Option("tls-key", MetaValue = "FILE", HelpText = "The private key of --tls-certificate, as PEM without a password.")]
    public string? TlsKey { get; init; }

    [Option("http2", HelpText = "Speak HTTP/2. Without TLS the service then speaks no HTTP/1.1, and clients need prior "
        + "knowledge. With TLS each client negotiates the version.")]
    public bool Http2 { get; init; }

    [Option("otlp", MetaValue = "URL",
        HelpText = "Export traces of requests and metrics of the service to an OpenTelemetry collector that takes OTLP/HTTP, such "
            + "as http://127.0.0.1:4318. Credentials go into the variable OTEL_EXPORTER_OTLP_HEADERS.")]
    public string? Otlp { get; init; }

    [Option("connections", MetaValue = "N",
        HelpText = "Connections to the database, each of which does one request at a time. Default: 8. Maximum: 1024.")]
    public WholeNumberValue? Connections { get; init; }

    [Option("threads", MetaValue = "queue|dedicated|pool|async",
        HelpText = "Which thread does a request's work. queue: each connection has a thread. dedicated: each request holds a "
            + "thread. pool: the same on the runtime's thread pool. async: no thread waits; for drivers with asynchronous calls. "
            + "Default: queue.")]
    public string? Threads { get; init; }

    [Option("source-limit", MetaValue = "N", HelpText = "Sources that may write, numbered from 0. Default: 1024. Maximum: 1M.")]
    public WholeNumberValue? SourceLimit { get; init; }

    [Option("queue-rows", MetaValue = "N",
        HelpText = "Most records that wait for the database. The service answers more with 429. Default: 500k. Maximum: 100M.")]
    public WholeNumberValue? QueueRows { get; init; }

    [Option("queue-memory", MetaValue = "SIZE",
        HelpText = "Most bodies that wait for the database, in MiB. The service answers more with 429. Default: 256M. "
            + "Maximum: 64G.")]
    public SizeValue? QueueMemory { get; init; }

    [Option("batch-limit", MetaValue = "N", HelpText = "Most records of a batch. Default: 100k. Maximum: 1M.")]
    public WholeNumberValue? BatchLimit { get; init; }

    [Option("body-limit", MetaValue = "SIZE", HelpText = "Largest body, in MiB. Default: 32M. Maximum: 1G.")]
    public SizeValue? BodyLimit { get; init; }

    [Option("client-limit", MetaValue = "N", HelpText = "Most connections of clients. Default: 4096. Maximum: 100k.")]
    public WholeNumberValue? ClientLimit { get; init; }
}
