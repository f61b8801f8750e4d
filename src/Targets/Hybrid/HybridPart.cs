using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// One of the two open databases of a <see cref="HybridTarget"/>. <see cref="HybridDefinition"/> makes both when it opens the
/// target, which must dispose both. Immutable.
/// </summary>
/// <param name="Name">The name for <c>--db</c>.</param>
/// <param name="Target">The open target, which the hybrid target owns and disposes.</param>
internal sealed record HybridPart(string Name, ITarget Target)
{
    /// <summary>True if the client of this database finds, changes and deletes single records.</summary>
    public bool FindsRecords { get; init; }

    /// <summary>The notice of the database's definition. The description of its server may have another one.</summary>
    public string? LicenceNotice { get; init; }

    /// <summary>True if the client finds single records even in a table without a key.</summary>
    public bool ReadsWithoutIndex { get; init; }

    /// <summary>Joins the licence notices of both databases. Null if neither has one.</summary>
    public static string? Join(IEnumerable<string?> notices) =>
        string.Join(' ', notices.OfType<string>()) is { Length: > 0 } all ? all : null;
}
