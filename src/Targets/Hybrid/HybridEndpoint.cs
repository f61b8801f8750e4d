namespace DbIngest.Targets.Hybrid;

/// <summary>
/// Joins the endpoints of both databases to one text. <see cref="HybridTarget"/> hands it to source processes, whose
/// <see cref="HybridDefinition"/> splits it again. It contains no password.
/// </summary>
internal static class HybridEndpoint
{
    /// <summary>Joins two endpoints.</summary>
    public static string Join(string control, string records) =>
        Uri.EscapeDataString(control) + HybridDefinition.Separator + Uri.EscapeDataString(records);

    /// <summary>Splits a joined text.</summary>
    /// <exception cref="ArgumentException">The text was not joined by <see cref="Join"/>.</exception>
    public static (string? Control, string? Records) Split(string endpoint) =>
        endpoint.Split(HybridDefinition.Separator) is [var control, var records]
            ? (Place(control), Place(records))
            : throw new ArgumentException(
                "--endpoint: name the endpoints of a hybrid's databases one by one: --endpoint DB=... for each.");

    /// <summary>Unescapes an endpoint. Null, for the database's default place, if it is empty.</summary>
    private static string? Place(string escaped) => escaped.Length == 0 ? null : Uri.UnescapeDataString(escaped);
}
