using System.Diagnostics.CodeAnalysis;

namespace DbIngest.Core.Plan;

/// <summary>
/// Reads the URL of an HTTP service that the user has started, as a value of <c>--via</c>: scheme, host and port alone. It
/// refuses user and password, since keys and reports show the value. The axis <see cref="SweepAxes.Via"/> calls it for each
/// value, and <c>ServiceUrlCheck</c> before anything is opened. <see cref="Normalize"/> must keep its results, since keys of
/// points contain them.
/// </summary>
public static class ServiceUrl
{
    /// <summary>Reads a URL.</summary>
    /// <param name="text">The text.</param>
    /// <param name="url">The URL, if the text is one.</param>
    /// <returns>True if the text is the URL of a service.</returns>
    public static bool TryRead(string text, [NotNullWhen(true)] out Uri? url)
    {
        bool isOne = Uri.TryCreate(text, UriKind.Absolute, out url)
            && url is { Scheme: "http" or "https", UserInfo: "", PathAndQuery: "/", Fragment: "" }
            && !text.AsSpan().ContainsAny('@', '?', '#');
        url = isOne ? url : null;
        return isOne;
    }

    /// <summary>Writes a URL in one form, so that a service has one name in keys. Other words stay as they are.</summary>
    public static string Normalize(string text) => TryRead(text, out var url) ? url.GetLeftPart(UriPartial.Authority) : text;
}
