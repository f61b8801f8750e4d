using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Telemetry;
using DbIngest.Service.Settings;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Options;

/// <summary>
/// Reads the options of <c>serve</c>. <c>ServeVerb</c> and <c>ValueCheck</c> call it, once per object. It reads files of keys and
/// certificates, connects to no database, and reports all problems at once. No key may appear in a message. A limit or default
/// that changes here changes in the help texts of <see cref="ServeOptions"/> too.
/// </summary>
internal sealed class ServeRequestReader(IReadOnlyList<TargetDefinition> catalogue, Func<string, string?> environment)
{
    private const string DefaultListen = "127.0.0.1:8480";
    private const int LeastKeyLength = 16;

    /// <summary>The extended key usage of a server's certificate (RFC 5280, 4.2.1.12).</summary>
    private const string ServerAuthentication = "1.3.6.1.5.5.7.3.1";

    private const string Once = "once";
    private const string Ledger = "ledger";
    private const string AtLeastOnce = "at-least-once";

    private readonly OptionReader _reader = new();

    /// <summary>Reads the command.</summary>
    /// <exception cref="UsageException">An option is invalid. Has one line per problem.</exception>
    public ServeRequest Read(ServeOptions options)
    {
        var deployed = new DeployedDatabaseReader(catalogue, _reader, environment).Read(options);
        var definitions = new DatabaseChoiceReader(catalogue, _reader).Definitions(options.Databases
            ?? (deployed.Count > 0 ? string.Join(',', deployed.Select(d => d.Database).Distinct()) : Defaults.Databases));
        _reader.RefuseIf(definitions.Count > 1 || deployed.Count > 1, "--db",
            "a service has one database; name one, and start a service for each further database");

        // Without a database nothing else can be read.
        if (definitions.Count == 0)
        {
            _reader.ThrowIfRefused();
        }

        var definition = definitions[0];
        if (!definition.IsServed && definition.Name != TargetCatalog.Ceiling)
        {
            _reader.Refuse("--db", $"{UnservedPart.Refusal(definition)}; docs/service.md lists the databases");
        }

        _reader.RefuseIf(definition.Parts.Count > 1 && deployed.Count > 0, "--cluster",
            $"it deploys one database, and {definition.Name} is two; name each by --endpoint DB=...");

        var access = new DatabaseAccessReader(_reader, environment)
            .Read(options, [.. definition.Parts.Select(part => part.Name)], deployed);
        foreach (var part in definition.Parts.Where(part => !access.HasEndpoint(part) && (part.StartsServer || part.IsFile)))
        {
            _reader.Refuse("--endpoint",
                $"name the {(part.IsFile ? "file" : "server")} {KeptBy(definition, part)}; a service starts no server, because the data would be gone when the service ends");
        }

        var client = Checked("--client", () => definition.Client(options.Client)) ?? definition.DefaultClient;
        var contract = Checked("--durability", () => definition.Contract(options.Durability)) ?? definition.DefaultContract;
        string promise = PromiseOf(options, definition, client);
        foreach (var (part, limit) in definition.Parts.Where(_ => promise == Once)
            .SelectMany(part => EndpointLimitCheck.LimitsOf(access, part).Select(limit => (part, limit))))
        {
            _reader.Refuse("--endpoint", $"{limit.Option} of {part.Name} {limit.Reason}; a service that stores each record once "
                + $"has a table in which single records are found: leave {limit.Option} out");
        }

        var listen = ListenOf(options.Listen ?? DefaultListen);
        var keys = KeysOf(options.KeyFile);
        _reader.RefuseIf(!IPAddress.IsLoopback(listen.Address) && keys.Count == 0, "--listen",
            $"{listen.Address} can be reached from other machines, so clients need a key: give --key-file, or set {ServiceAddress.KeyVariable}");

        var (certificate, chain) = CertificateOf(options);
        var service = new ServiceOptions
        {
            Database = definition.Name,
            Client = client.Name,
            TellsAbsence = client.TellsAbsence,
            Contract = contract,
            Operations = OperationsOf(promise, client),
            HasLedger = promise == Ledger,
            Schema = SchemaOf(options.Columns),
            Listen = listen,
            HostNames = options.HostNames is { } names ? _reader.Words("--host-names", names) : [],
            Keys = keys,
            Certificate = certificate,
            CertificateChain = chain,
            IsHttp2 = options.Http2,
            Connections = Number("--connections", options.Connections, ServiceOptions.DefaultConnections, 1024),
            Sources = Number("--source-limit", options.SourceLimit, ServiceOptions.DefaultSources, 1_000_000),
            QueueRows = Number("--queue-rows", options.QueueRows, (int)ServiceOptions.DefaultQueueRows, 100_000_000),
            QueueBytes = Bytes("--queue-memory", options.QueueMemory, ServiceOptions.DefaultQueueBytes, 65_536),
            BatchRecords = Number("--batch-limit", options.BatchLimit, ServiceOptions.DefaultBatchRecords,
                RecordBatch.MaxCapacity),
            BodyBytes = (int)Bytes("--body-limit", options.BodyLimit, ServiceOptions.DefaultBodyBytes, 1024),
            Threads = ThreadsOf(options.Threads, definition, client),
            Clients = Number("--client-limit", options.ClientLimit, ServiceOptions.DefaultClients, 100_000),
        };
        var otlp = OtlpOf(options.Otlp);
        _reader.ThrowIfRefused();
        return new ServeRequest(definition, access, deployed.Count > 0 ? deployed[0].Name : null, client, service, otlp);
    }

    /// <summary>Says as a clause what a database of the service stores, for a message that asks for its endpoint.</summary>
    private static string KeptBy(TargetDefinition definition, TargetDefinition part) => definition.Parts.Count == 1
        ? "that stores the records"
        : $"of {part.Name} that stores the {(part == definition.Parts[0] ? "control data" : "records")}, by {part.Name}=...";

    private Uri? OtlpOf(string? text)
    {
        try
        {
            if (text is null)
            {
                return null;
            }

            OtlpHeaders.Check(environment);
            return OtlpAddress.Of(text);
        }
        catch (UsageException exception)
        {
            _reader.Refuse("--otlp", exception.Message["--otlp: ".Length..].TrimEnd('.'));
            return null;
        }
    }

    private IPEndPoint ListenOf(string text)
    {
        string address = text.StartsWith("localhost:", StringComparison.OrdinalIgnoreCase)
            ? "127.0.0.1" + text["localhost".Length..] : text;
        if (address.Contains(':', StringComparison.Ordinal) && IPEndPoint.TryParse(address, out var found)
            && (found.Port > 0 || address.EndsWith(":0", StringComparison.Ordinal)))
        {
            return found;
        }

        _reader.Refuse("--listen", $"'{text}' is not an address with a port; write 127.0.0.1:8480, [::1]:8480 or 0.0.0.0:8480");
        return new IPEndPoint(IPAddress.Loopback, 0);
    }

    private List<Secret> KeysOf(string? file)
    {
        string place = file is null ? ServiceAddress.KeyVariable : $"--key-file: {file}";
        if ((file is null ? environment(ServiceAddress.KeyVariable) : TextOf("--key-file", file)) is not { } text)
        {
            return [];
        }

        var keys = text.Split('\n').Select((line, index) => (Text: line.Trim(), Number: index + 1))
            .Where(line => line.Text.Length > 0)
            .Select(line => Key($"{place}, line {line.Number}", line.Text)).ToList();
        _reader.RefuseIf(keys.Count == 0 && file is not null, "--key-file", $"{file} has no key; write one key per line");

        return keys;
    }

    private Secret Key(string place, string key)
    {
        _reader.RefuseIf(key.Length < LeastKeyLength, place,
            $"a key has at least {LeastKeyLength} characters; make one by 'openssl rand -hex 32'");

        return new Secret(key);
    }

    /// <summary>Reads the certificate, which is the first of its file, and all certificates of the file.</summary>
    private (X509Certificate2? Certificate, X509Certificate2Collection? Chain) CertificateOf(ServeOptions options)
    {
        if ((options.TlsCertificate is null) != (options.TlsKey is null))
        {
            _reader.Refuse("--tls-certificate", "it and --tls-key need each other; give both");
            return default;
        }

        if (options.TlsCertificate is not { } file)
        {
            return default;
        }

        try
        {
            var chain = new X509Certificate2Collection();
            chain.ImportFromPemFile(file);
            var certificate = X509Certificate2.CreateFromPemFile(file, options.TlsKey);
            var uses = certificate.Extensions.OfType<X509EnhancedKeyUsageExtension>().ToList();
            _reader.RefuseIf(uses.Count > 0 && uses.TrueForAll(use => use.EnhancedKeyUsages[ServerAuthentication] is null),
                "--tls-certificate", $"{file} is no certificate of a server (extended key usage); name one of a server");
            return (certificate, chain);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or CryptographicException
            or ArgumentException)
        {
            _reader.Refuse("--tls-certificate",
                $"{file} and {options.TlsKey} are not a certificate and its key ({exception.Message.TrimEnd('.')}); name two PEM files");
            return default;
        }
    }

    private string PromiseOf(ServeOptions options, TargetDefinition definition, WriteClient client)
    {
        // The null target holds records for the mix of a run alone.
        bool canOnce = client.Operations.HasFlag(RecordOperations.Reads) && definition.Model != DataModel.None;
        string chosen = options.Promise is null ? (canOnce ? Once : AtLeastOnce)
            : _reader.Choice("--promise", options.Promise, Once, Ledger, AtLeastOnce);
        _reader.RefuseIf(chosen == Once && !canOnce, "--promise",
            $"client {client.Name} of {definition.Name} has no key by which a repeated record would be found; give at-least-once");
        _reader.RefuseIf(chosen == Ledger && !client.KeepsLedger, "--promise", (definition.Parts.Count > 1
            ? $"no transaction can span the two databases of {definition.Name}, the row of a request and the control data"
            : $"client {client.Name} of {definition.Name} cannot write a batch and the row of its request in one transaction")
            + $"; give {(canOnce ? Once : AtLeastOnce)}");
        _reader.RefuseIf(chosen == Ledger && string.Equals(options.Threads, "async", StringComparison.OrdinalIgnoreCase),
            "--threads", "the ledger has no asynchronous calls; choose another model, or another --promise");

        return chosen;
    }

    private static RecordOperations OperationsOf(string promise, WriteClient client) =>
        promise == Once ? client.Operations : RecordOperations.None;

    private ThreadModel ThreadsOf(string? name, TargetDefinition definition, WriteClient client)
    {
        if (name is null)
        {
            return ThreadModel.Queue;
        }

        string chosen = _reader.Choice("--threads", name, "queue", "dedicated", "pool", "async");
        _reader.RefuseIf(chosen == "async" && !client.IsAsync, "--threads",
            $"the client {client.Name} of {definition.Name} has no asynchronous calls; choose another by --client, or another model");

        return Enum.TryParse<ThreadModel>(chosen, ignoreCase: true, out var model) ? model : ThreadModel.Queue;
    }

    private RecordSchema SchemaOf(string? columns)
    {
        if (columns is null)
        {
            return RecordSchema.ThreePhaseMeter;
        }

        try
        {
            return new RecordSchema(
            [
                .. columns.Split(',').Select(column => column.Split(':', 2))
                    .Select(parts => new ValueColumn(parts[0].Trim(), parts.Length > 1 ? parts[1].Trim() : string.Empty)),
            ]);
        }
        catch (ArgumentException exception)
        {
            _reader.Refuse("--columns",
                $"{exception.Message.Split(" (Parameter")[0].TrimEnd('.')}; a name is a lower-case letter, then "
                + "lower-case letters, digits and underscores, at most 60 in all, stands once, "
                + "and is not source, sequence, timestamp or quality");
            return RecordSchema.ThreePhaseMeter;
        }
    }

    private string? TextOf(string option, string file)
    {
        try
        {
            if (new FileInfo(file).Length <= NonAxisLimits.PasswordFileBytes)
            {
                return File.ReadAllText(file);
            }

            _reader.Refuse(option, $"{file} is larger than {NonAxisLimits.PasswordFileBytes / 1024} KiB; write one key per line");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            _reader.Refuse(option, $"{file} cannot be read ({exception.Message.TrimEnd('.')}); name a readable file");
        }

        return null;
    }

    private int Number(string option, WholeNumberValue? given, int otherwise, int most) =>
        given is null ? otherwise : (int)_reader.Number(option, given, 1, most);

    private long Bytes(string option, SizeValue? given, long otherwise, int mostMebibytes)
    {
        if (given is null)
        {
            return otherwise;
        }

        if (given.Mebibytes is { } mebibytes and > 0 && mebibytes <= mostMebibytes)
        {
            return Math.Min(mebibytes << 20, mostMebibytes <= 1024 ? int.MaxValue / 2 : long.MaxValue);
        }

        _reader.Refuse(option, $"'{given}' is not a size from 1M to {mostMebibytes / 1024}G; write 64M or 1G");
        return otherwise;
    }

    private T? Checked<T>(string option, Func<T> read)
        where T : class
    {
        try
        {
            return read();
        }
        catch (ArgumentException exception)
        {
            _reader.Refuse(option, exception.Message.Replace(option + " ", string.Empty, StringComparison.Ordinal).TrimEnd('.'));
            return null;
        }
    }
}
