using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Declares the options of a Couchbase endpoint: those of the vendor's connection strings that are supported here, and DbIngest's
/// own. <see cref="CouchbaseEndpoint"/> reads an endpoint by them, and <c>EndpointsPage</c> (the reference page) and the verb
/// <c>targets</c> list them. Results store their names, so a name must not change.
/// </summary>
internal static class CouchbaseOptions
{
    /// <summary>All options.</summary>
    public static readonly EndpointOptions All = new(
    [
        EndpointOption.Word("value",
            "a document's value: JSON with full attribute names, JSON with names of one letter, or packed binary", "json",
            "short", "binary") with { Default = "json", IsAxis = true },
        EndpointOption.Word("compression",
            "documents are compressed in transit, and stay so on the server unless the bucket says otherwise; only with "
            + "`--client wire`", "none", "snappy") with { Default = "none", IsAxis = true },
        EndpointOption.Number("window", 1, 4096, "unanswered requests per connection; a writer has one connection to each node")
            with { Default = "1000", IsAxis = true },
        EndpointOption.Text("scope", "the collection's scope", "up to 251 letters, digits, `_`, `-` and `%`", IsName)
            with { Default = "_default" },
        EndpointOption.Text("collection",
            "the collection, which each trial drops; `_default` for the collection that each bucket has, which is emptied "
            + "with the whole bucket", "up to 251 letters, digits, `_`, `-` and `%`", IsName) with { Default = "records" },
        EndpointOption.Word("reset",
            "how a trial gets an empty place: the collection is recreated, the bucket is flushed, or the bucket is recreated; "
            + "by default `collection` if the server has collections (7.0), else `flush`", "collection", "flush", "bucket")
            with { IsAxis = true },
        EndpointOption.Flag("create",
            "creates a missing bucket with the three options below; `dbingest`, used if no bucket is named, is always created"),
        EndpointOption.Size("ram", "a created bucket's memory on each node") with { Default = "256M" },
        EndpointOption.Number("replicas", 0, 3, "a created bucket's replicas") with { Default = "0" },
        EndpointOption.Word("storage", "storage engine of a created bucket", "couchstore", "magma")
            with { Default = "couchstore" },
        EndpointOption.Word("profile",
            "`study1`: as close to study 1 as a present server allows: 25 batches of 1,000 records in flight per source, and "
            + "a created bucket compacts as late as possible and has more threads", "default", "study1")
            with { Default = "default" },
        EndpointOption.Word("network",
            "addresses by which nodes are reached: those that they use among themselves, or their alternate addresses", "default",
            "external") with { Default = "default" },
        EndpointOption.Word("sasl_mech_force",
            "authentication mechanism; by default the server's best SCRAM variant; PLAIN on encrypted connections only",
            "SCRAM-SHA512", "SCRAM-SHA256", "SCRAM-SHA1", "PLAIN"),
        EndpointOption.Text("trust_certificate",
            "with `couchbases://`: file with the only trusted authorities, in PEM form", "a file") with { IsPath = true },
        EndpointOption.Word("tls_verify", "whether the server's certificate is checked", "peer", "none")
            with { Default = "peer" },
        EndpointOption.Number("connect_timeout", 1, 600_000,
            "time-out of connecting in milliseconds; at most `--request-timeout`"),
    ]);

    private static bool IsName(string value) =>
        value.Length <= 251 && value.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-' or '%')
            && (value[0] is not ('_' or '%') || value == CouchbaseEndpoint.DefaultCollection);
}
