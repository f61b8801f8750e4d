using System.Diagnostics.CodeAnalysis;

namespace DbIngest.Sources.Xml;

/// <summary>
/// Addresses in a Green Button file. A relative one counts from the <c>xml:base</c> of its element, else from the address that the feed gives
/// itself (RFC 4287 section 2; RFC 3986 sections 5.1 and 5.2).
/// </summary>
internal static class EspiLinks
{
    private const string Nowhere = "espi://file/";

    /// <summary>The address that a link means.</summary>
    /// <param name="address">The address as written.</param>
    /// <param name="origin">What a relative one counts from; null when the file does not say.</param>
    /// <returns>The whole address, without a slash at the end; as it is written when it is no address.</returns>
    public static string Resolve(string address, string? origin)
    {
        var from = Uri.TryCreate(new Uri(Nowhere), origin ?? "", out var known) ? known : new Uri(Nowhere);
        return (Uri.TryCreate(from, address, out var whole) ? whole.AbsoluteUri : address).TrimEnd('/');
    }

    /// <summary>An address as its file has it, for messages.</summary>
    public static string Written(string address) => address.StartsWith(Nowhere, StringComparison.Ordinal) ? address[Nowhere.Length..] : address;

    /// <summary>What an address ends with from a resource on: <c>ReadingType/07</c>; null when it names no such resource.</summary>
    public static string? Tail(string address, string resource)
    {
        string mark = "/" + resource + "/";
        int at = address.LastIndexOf(mark, StringComparison.Ordinal);
        return at < 0 ? null : address[(at + 1)..];
    }

    /// <summary>
    /// Finds what an address refers to: what has that address; or, since files are cut out of feeds whose address they lost, the only one
    /// whose address ends with the same resource.
    /// </summary>
    public static bool TryFind<T>(Dictionary<string, T> entries, string address, string resource, [MaybeNullWhen(false)] out T entry)
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
