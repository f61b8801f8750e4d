using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// The options of a MongoDB endpoint: those of the vendor's connection strings that are supported here, and DbIngest's own.
/// </summary>
internal static class MongoOptions
{
    /// <summary>All options.</summary>
    public static readonly EndpointOptions All = new(
        EndpointOption.Word("shape",
            "one document a record with full names, the same with one-letter names, several records a document with an array "
            + "a value, or a time-series collection", "document", "short", "bucket", "timeseries") with
        { Default = "document", IsAxis = true },
        EndpointOption.Number("bucket", 2, 100_000, "records a document, with `shape=bucket`") with
        {
            Default = "100",
            IsAxis = true
        },
        EndpointOption.Word("id",
            "`_id` made of source and sequence, so that no record is stored twice; or an object id made by the client, as "
            + "applications do it", "sequence", "objectid") with
        { Default = "sequence", IsAxis = true },
        EndpointOption.Word("documents",
            "what the vendor's driver is given: documents serialised beforehand, or objects of a class, as applications do "
            + "it; refused with `wire`", "raw", "typed") with
        { Default = "raw", IsAxis = true },
        EndpointOption.Word("calls",
            "how the vendor's driver is called: the source's thread makes the call itself, or waits for an asynchronous one; "
            + "refused with `wire`", "sync", "async") with
        { Default = "sync", IsAxis = true },
        EndpointOption.Number("rows", 1, 100_000,
            "records an insertion of `wire`; at most as many documents and bytes as the server takes") with
        {
            Default = "1000",
            IsAxis = true
        },
        EndpointOption.Number("window", 1, 64,
            "insertions of a connection of `wire` that may be unacknowledged at once") with
        { Default = "2", IsAxis = true },
        EndpointOption.Word("shard",
            "how a sharded cluster spreads the collection: by the hash of `_id`, by ranges of source and sequence, or not at all",
            "hashed", "ranged", "none") with
        { Default = "hashed", IsAxis = true },
        EndpointOption.Word("block_compressor", "of the collection's blocks on disk", "default", "none", "snappy", "zlib",
            "zstd") with
        { Default = "default", IsAxis = true },
        EndpointOption.Text("collection", "used for nothing else: it is dropped", "up to 100 letters, digits and underscores",
            IsName) with
        { Default = "records" },
        EndpointOption.Text("replicaset", "the name that the replica set must have"),
        EndpointOption.Flag("directconnection", "the one server that is named, whatever it is part of"),
        EndpointOption.Text("appname", "what the server's log calls us") with { Default = "dbingest" },
        EndpointOption.Text("authsource", "the database that knows the user; else that of the connection string, else admin"),
        EndpointOption.Word("authmechanism", "how to log in; else the best of SCRAM that the server has", "SCRAM-SHA-1",
            "SCRAM-SHA-256", "MONGODB-X509"),
        EndpointOption.Flag("tls", "encrypted, the certificate checked against the machine's authorities"),
        EndpointOption.Flag("ssl", "the older name of `tls`"),
        EndpointOption.Text("tlscafile", "as `tls`, and against the authorities of this file in PEM form alone", "a file"),
        EndpointOption.Text("tlscertificatekeyfile", "as `tls`; the client's certificate and its key, in one file in PEM form",
            "a file"),
        EndpointOption.Text("tlscertificatekeyfilepassword", "the password of the key in that file") with { IsSecret = true },
        EndpointOption.Flag("tlsinsecure", "as `tls`, without checking the server's certificate"),
        EndpointOption.Flag("tlsallowinvalidcertificates", "as `tlsinsecure`"),
        EndpointOption.Flag("tlsallowinvalidhostnames", "as `tls`; the certificate may be for another name"),
        EndpointOption.Word("compressors", "of what travels", "none", "zlib") with { Default = "none", IsAxis = true },
        EndpointOption.Text("zlibcompressionlevel", "how hard zlib tries", "-1 to 9", IsLevel) with { Default = "-1" },
        EndpointOption.Number("connecttimeoutms", 1, 600_000, "how long connecting may take; at most `--request-timeout`"),
        EndpointOption.Text("w", "must be what `--durability` says: 1 or majority", "1, majority"),
        EndpointOption.Word("journal", "must be what `--durability` says", "true", "false"),
        EndpointOption.Number("wtimeoutms", 0, 600_000,
            "how long the server waits for the members; 0 for as long as a request may take") with
        { Default = "0" },
        EndpointOption.Text("home", "its distribution, with `mongod` in it or in its folder `bin`; else the one on the PATH",
            "a folder") with
        { IsOfPrivateServer = true },
        EndpointOption.Size("cache",
            "the cache of each server that holds data (`wiredTigerCacheSizeGB`); else 512M, with `profile=study1` 1536M") with
        { IsAxis = true, IsOfPrivateServer = true },
        EndpointOption.Word("profile", "its settings: the vendor's, or as near to study 1's as a server of today comes",
            "default", "study1") with
        { Default = "default", IsAxis = true, IsOfPrivateServer = true });

    private static bool IsName(string value) => value.Length <= 100 && value.All(c => char.IsAsciiLetterOrDigit(c) || c == '_')
        && !char.IsAsciiDigit(value[0]);

    private static bool IsLevel(string value) => value is "-1" or [>= '0' and <= '9'];
}
