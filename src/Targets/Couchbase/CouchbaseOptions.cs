using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// The options of a Couchbase endpoint: those of the vendor's connection strings that are supported here, and DbIngest's own.
/// </summary>
internal static class CouchbaseOptions
{
    /// <summary>All options.</summary>
    public static readonly EndpointOptions All = new(
        EndpointOption.Word("value",
            "a document's value: JSON with full attribute names, JSON with names of one letter, or our packed form", "json",
            "short", "binary") with
        { Default = "json", IsAxis = true },
        EndpointOption.Word("compression",
            "documents are compressed on their way to the server, which keeps them so unless the bucket says otherwise; by "
            + "our own client only", "none", "snappy") with
        { Default = "none", IsAxis = true },
        EndpointOption.Number("window", 1, 4096,
            "requests of a connection that may be unanswered at once; a writer has a connection to each node") with
        {
            Default =
            "1000",
            IsAxis = true
        },
        EndpointOption.Text("scope", "the collection's scope", "up to 251 letters, digits, `_`, `-` and `%`",
            IsName) with
        { Default = "_default" },
        EndpointOption.Text("collection",
            "used for nothing else: it is dropped; `_default` for the bucket's own, which is then emptied with all that is in "
            + "the bucket", "up to 251 letters, digits, `_`, `-` and `%`", IsName) with
        { Default = "records" },
        EndpointOption.Word("reset",
            "how a trial begins with nothing: the collection dropped and made anew, the bucket flushed, or the bucket deleted "
            + "and made anew; else `collection` where the server has collections (7.0), and `flush` where it has none", "collection", "flush", "bucket") with
        { IsAxis = true },
        EndpointOption.Flag("create",
            "a bucket that is not there is created, with the three options that follow; so is `dbingest` where no bucket is "
            + "named"),
        EndpointOption.Size("ram", "a created bucket's memory on each node") with { Default = "256M" },
        EndpointOption.Number("replicas", 0, 3, "a created bucket's replicas") with { Default = "0" },
        EndpointOption.Word("storage", "what keeps a created bucket's documents", "couchstore",
            "magma") with
        { Default = "couchstore" },
        EndpointOption.Word("profile",
            "`study1`: as near to study 1 as a server of today comes: 25 batches of 1,000 records in flight a source, and a "
            + "bucket that is created compacts as late as it can and has more threads", "default", "study1") with
        { Default = "default" },
        EndpointOption.Word("network",
            "by which addresses the nodes are reached: those that they have among themselves, or from outside (alternate "
            + "addresses)", "default", "external") with
        { Default = "default" },
        EndpointOption.Word("sasl_mech_force",
            "how to log in; else the best of SCRAM that the server has; PLAIN on encrypted connections only", "SCRAM-SHA512",
            "SCRAM-SHA256", "SCRAM-SHA1", "PLAIN"),
        EndpointOption.Text("trust_certificate",
            "with `couchbases://`: the authorities of this file in PEM form are trusted, and no others", "a file"),
        EndpointOption.Word("tls_verify", "whether the server's certificate is checked", "peer",
            "none") with
        { Default = "peer" },
        EndpointOption.Number("connect_timeout", 1, 600_000,
            "how long connecting may take, in milliseconds; at most `--request-timeout`"));

    private static bool IsName(string value) =>
        value.Length <= 251 && value.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-' or '%')
            && (value[0] is not ('_' or '%') || value == CouchbaseEndpoint.DefaultCollection);
}
