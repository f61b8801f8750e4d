using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Declares the options of VoltDB's endpoint. <see cref="VoltEndpoint"/> reads an endpoint by them, and <c>EndpointsPage</c> and
/// <c>TargetsVerb</c> list them. Results store their names, so a name must not change.
/// </summary>
internal static class VoltOptions
{
    /// <summary>All options in the order of the documentation.</summary>
    public static EndpointOptions All { get; } = new(
    [
        EndpointOption.Word("way",
            "how a batch is written: tables by `@LoadSinglepartitionTable`, or one call of the table's `insert` per record",
            "load", "insert") with { Default = "load", IsAxis = true },
        EndpointOption.Number("rows", 1, 100_000, "with `way=load`, records per call, which is one transaction; 1000 by default")
            with { IsAxis = true },
        EndpointOption.Number("calls", 1, 4000,
            "unanswered calls per writer; by default 2 with `way=load` and 1000 with `way=insert`") with { IsAxis = true },
        EndpointOption.Word("index", "no key at all, or the primary key (source, sequence)", "none", "key")
            with { Default = "none", IsAxis = true },
        EndpointOption.Text("table", "the table, which each trial drops, with its procedures, whose names begin with its name",
            "up to 40 lower-case letters, digits and underscores", IsName) with { Default = "dbingest_records" },
        EndpointOption.Word("ssl", "whether to encrypt, and whether to check the server's certificate or accept any", "off",
            "verify", "any") with { Default = "off", IsAxis = true },
        EndpointOption.Text("ca", "with `ssl=verify`: the authorities of this file in PEM form alone are trusted", "a file")
            with { IsPath = true, IsWhole = true },
        EndpointOption.Text("home",
            "its distribution, with `voltdb-*.jar` in its folder `voltdb` or `lib`; else that of `VOLTDB_HOME`, or of "
            + "`voltdb` on the PATH", "a folder") with { IsPath = true, IsWhole = true, IsOfPrivateServer = true },
        EndpointOption.Size("heap", "Java's heap; records are stored outside of it")
            with { Default = "1G", IsAxis = true, IsOfPrivateServer = true },
        EndpointOption.Number("sites", 1, 24,
            "partitions, each with a separate thread; the vendor's default is 8. By default one per processor, at most 8")
            with { IsAxis = true, IsOfPrivateServer = true },
        EndpointOption.Number("snapshot", 1, 3600, "with `--durability snapshot`: seconds between snapshots")
            with { Default = "30", IsAxis = true, IsOfPrivateServer = true },
    ]);

    private static bool IsName(string value) => value.Length <= 40
        && value.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '_') && char.IsAsciiLetterLower(value[0]);
}
