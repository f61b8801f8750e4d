using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Mongo.Shapes;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// The options of a MongoDB endpoint: those of the vendor's connection strings that are supported here, and DbIngest's own.
/// <see cref="MongoEndpoint"/> reads an endpoint by them, and <c>EndpointsPage</c> and <c>TargetsVerb</c> list them. Results
/// store their names, so a name must not change.
/// </summary>
internal static class MongoOptions
{
    /// <summary>All options.</summary>
    public static readonly EndpointOptions All = new(
    [
        EndpointOption.Word("shape",
            "one document per record with full names, the same with one-letter names, several records per document with an "
            + "array per value, or a time-series collection", "document", "short", "bucket", "timeseries")
            with { Default = "document", IsAxis = true },
        EndpointOption.Number("bucket", 2, 100_000, "records per document, with `shape=bucket`")
            with { Default = "100", IsAxis = true },
        EndpointOption.Word("id",
            "`_id` made of source and sequence, so that no record is stored twice: a number, or an object id; or an object id "
            + "made by the client, as applications do it", NumberIdentity.Word, ObjectIdIdentity.Word, ObjectIds.Word)
            with { Default = NumberIdentity.Word, IsAxis = true },
        EndpointOption.Word("documents",
            "what the vendor's driver is given: documents serialised beforehand, or objects of a class, as applications do "
            + "it; refused with `wire`", "raw", "typed") with { Default = "raw", IsAxis = true },
        EndpointOption.Word("calls",
            "how the vendor's driver is called: the source's thread makes the call itself, or waits for an asynchronous one; "
            + "refused with `wire`", "sync", "async") with { Default = "sync", IsAxis = true },
        EndpointOption.Number("rows", 1, 100_000,
            "records per insertion, with `wire`; at most as many documents and bytes as the server accepts")
            with { Default = "1000", IsAxis = true },
        EndpointOption.Number("window", 1, 64, "unacknowledged insertions per connection, with `wire`")
            with { Default = "2", IsAxis = true },
        EndpointOption.Word("shard",
            "how a sharded cluster spreads the collection: by the hash of `_id`, by ranges of source and sequence, or not at "
            + "all", "hashed", "ranged", "none") with { Default = "hashed", IsAxis = true },
        EndpointOption.Word("block_compressor", "compression of the collection's blocks on disk", "default", "none", "snappy",
            "zlib", "zstd") with { Default = "default", IsAxis = true },
        EndpointOption.Text("collection", "the collection, which each trial drops", "up to 100 letters, digits and underscores",
            IsName) with { Default = "records" },
        EndpointOption.Text("replicaset", "the name that the replica set must have"),
        EndpointOption.Flag("directconnection", "uses the named server alone, even if it belongs to a set"),
        EndpointOption.Text("appname", "name of the client in the server's log") with { Default = "dbingest" },
        EndpointOption.Text("authsource", "the database that knows the user; else that of the connection string, else admin"),
        EndpointOption.Word("authmechanism", "authentication mechanism; by default the server's best SCRAM variant",
            "SCRAM-SHA-1", "SCRAM-SHA-256", "MONGODB-X509"),
        EndpointOption.Flag("tls", "encrypted, the certificate checked against the machine's authorities"),
        EndpointOption.Flag("ssl", "the older name of `tls`"),
        EndpointOption.Text("tlscafile", "as `tls`, and against the authorities of this file in PEM form alone", "a file")
            with { IsPath = true },
        EndpointOption.Text("tlscertificatekeyfile", "as `tls`; the client's certificate and its key, in one file in PEM form",
            "a file") with { IsPath = true },
        EndpointOption.Text("tlscertificatekeyfilepassword", "the password of the key in that file") with { IsSecret = true },
        EndpointOption.Flag("tlsinsecure", "as `tls`, without checking the server's certificate"),
        EndpointOption.Flag("tlsallowinvalidcertificates", "as `tlsinsecure`"),
        EndpointOption.Flag("tlsallowinvalidhostnames", "as `tls`, and accepts a certificate for another name"),
        EndpointOption.Word("compressors", "compression in transit", "none", "zlib") with { Default = "none", IsAxis = true },
        EndpointOption.Text("zlibcompressionlevel", "compression level of zlib", "-1 to 9", IsLevel) with { Default = "-1" },
        EndpointOption.Number("connecttimeoutms", 1, 600_000,
            "time-out of connecting in milliseconds; at most `--request-timeout`"),
        EndpointOption.Text("w", "must agree with `--durability`: 1 or majority", "1, majority"),
        EndpointOption.Word("journal", "must agree with `--durability`", "true", "false"),
        EndpointOption.Number("wtimeoutms", 0, 600_000,
            "longest wait of the server for its members; 0 for as long as a request may take") with { Default = "0" },
        EndpointOption.Text("home", "its distribution, with `mongod` in it or in its folder `bin`; else the one on the PATH",
            "a folder") with { IsPath = true, IsOfPrivateServer = true },
        EndpointOption.Size("cache",
            "the cache of each server that holds data (`wiredTigerCacheSizeGB`); else 512M, with `profile=study1` 1536M")
            with { IsAxis = true, IsOfPrivateServer = true },
        EndpointOption.Word("profile",
            "settings of the server: the vendor's, or as close to study 1's as a present server allows", "default", "study1")
            with { Default = "default", IsAxis = true, IsOfPrivateServer = true },
    ]);

    private static bool IsName(string value) => value.Length <= 100 && value.All(c => char.IsAsciiLetterOrDigit(c) || c == '_')
        && !char.IsAsciiDigit(value[0]);

    private static bool IsLevel(string value) => value is "-1" or [>= '0' and <= '9'];
}
