namespace DbIngest.Targets.Hybrid;

/// <summary>The endpoints of both databases as one text, by which another process attaches.</summary>
internal static class HybridEndpoint
{
    /// <summary>Joins two endpoints.</summary>
    public static string Join(string control, string records) =>
        Uri.EscapeDataString(control) + HybridDefinition.Separator + Uri.EscapeDataString(records);

    /// <summary>Takes them apart again.</summary>
    /// <exception cref="ArgumentException">It was not joined here.</exception>
    public static (string? Control, string? Records) Split(string endpoint) =>
        endpoint.Split(HybridDefinition.Separator) is [var control, var records]
            ? (Place(control), Place(records))
            : throw new ArgumentException(
                "--endpoint: name the endpoints of a hybrid's databases one by one: --endpoint DB=... for each.");

    /// <summary>An empty one is the database's default place.</summary>
    private static string? Place(string escaped) => escaped.Length == 0 ? null : Uri.UnescapeDataString(escaped);
}
