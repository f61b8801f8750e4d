using System.Diagnostics.CodeAnalysis;

namespace DbIngest.Sources.Xml;

/// <summary>
/// Resolves addresses in a Green Button file. <see cref="EspiCatalog"/> looks up meters and reading types by it.
/// <see cref="EspiReader"/> names a missing reading type by it. A relative address counts from its element's <c>xml:base</c>,
/// else from the feed's own address (RFC 4287 section 2; RFC 3986 sections 5.1 and 5.2). It never opens an address.
/// </summary>
internal static class EspiLinks
{
    private const string Nowhere = "espi://file/";

    /// <summary>
    /// Returns the absolute address of a link, or an invalid address as it is, both without a slash at the end.
    /// </summary>
    /// <param name="address">The address as written.</param>
    /// <param name="origin">The base of relative addresses; null when the file states none.</param>
    public static string Resolve(string address, string? origin)
    {
        var from = Uri.TryCreate(new Uri(Nowhere), origin ?? "", out var known) ? known : new Uri(Nowhere);
        return (Uri.TryCreate(from, address, out var whole) ? whole.AbsoluteUri : address).TrimEnd('/');
    }

    /// <summary>Returns an address as its file has it, for messages.</summary>
    public static string Written(string address) => address.StartsWith(Nowhere, StringComparison.Ordinal)
        ? address[Nowhere.Length..] : address;

    /// <summary>
    /// Returns the end of an address from a resource on, <c>ReadingType/07</c>. Null when the address does not name the resource.
    /// </summary>
    public static string? Tail(string address, string resource)
    {
        string mark = "/" + resource + "/";
        int at = address.LastIndexOf(mark, StringComparison.Ordinal);
        return at < 0 ? null : address[(at + 1)..];
    }

    /// <summary>
    /// Finds the entry with an address. Without it, finds the only entry whose address ends with the same resource, because files
    /// cut out of feeds lose the feed's address.
    /// </summary>
    public static bool TryFind<T>(Dictionary<string, T> entries, string address, string resource,
        [MaybeNullWhen(false)] out T entry)
    {
        if (entries.TryGetValue(address, out entry))
        {
            return true;
        }

        string? tail = Tail(address, resource);
        var same = tail is null ? [] : entries.Where(e => Tail(e.Key, resource) == tail).Take(2).ToList();
        entry = same.Count == 1 ? same[0].Value : default;
        return same.Count == 1;
    }
}
