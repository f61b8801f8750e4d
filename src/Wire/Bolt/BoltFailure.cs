using System.Text;

namespace DbIngest.Wire.Bolt;

/// <summary>
/// Turns a FAILURE message into a <see cref="BoltServerException"/>. <see cref="BoltConnection"/> calls it while it reads
/// answers, <see cref="BoltHandshake"/> during the login. Both throw the result.
/// </summary>
internal static class BoltFailure
{
    /// <summary>Reads code and message from the map of a FAILURE.</summary>
    /// <param name="message">The message behind its signature.</param>
    public static BoltServerException Read(PackStreamReader message)
    {
        string code = string.Empty;
        string words = string.Empty;
        for (int left = message.Map(); left > 0; left--)
        {
            var key = message.Utf8();
            if (key.SequenceEqual("code"u8))
            {
                code = Encoding.UTF8.GetString(message.Utf8());
            }
            else if (key.SequenceEqual("message"u8))
            {
                words = Encoding.UTF8.GetString(message.Utf8());
            }
            else
            {
                message.Skip();
            }
        }

        return new(code, words);
    }
}
