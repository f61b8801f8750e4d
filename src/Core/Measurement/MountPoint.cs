using System.Text;
using DbIngest.Core.Results;

namespace DbIngest.Core.Measurement;

/// <summary>
/// A mounted filesystem: one line of <c>/proc/self/mountinfo</c> (proc(5)). <see cref="EnvironmentCapture"/> finds the
/// filesystem of the work folder and records it in the manifest once per machine of a sweep. Its text leaves out names of
/// hosts, users and volumes.
/// </summary>
/// <param name="Path">Folder at which it is mounted.</param>
/// <param name="Device">Major and minor number of the device, for example <c>8:1</c>.</param>
/// <param name="Type">Type of the filesystem, for example <c>ext4</c>.</param>
/// <param name="Source">The mounted device, or a word that the filesystem chooses, for example <c>overlay</c>.</param>
/// <param name="Options">Options of the mount and of the filesystem, comma-separated.</param>
internal sealed record MountPoint(string Path, string Device, string Type, string Source, string Options)
{
    /// <summary>
    /// Finds the filesystem that holds a path: the mount with the longest matching folder. Of several mounts at one folder, the
    /// last one covers the others.
    /// </summary>
    /// <param name="mountInfo">The content of <c>/proc/self/mountinfo</c>.</param>
    /// <param name="path">An absolute path with links resolved.</param>
    /// <returns>The mount. Null if no mount holds the path.</returns>
    public static MountPoint? Of(string mountInfo, string path)
    {
        MountPoint? found = null;
        foreach (string line in mountInfo.Split('\n'))
        {
            if (Parse(line) is { } mount && Holds(mount.Path, path) && mount.Path.Length >= (found?.Path.Length ?? 0))
            {
                found = mount;
            }
        }

        return found;
    }

    private static MountPoint? Parse(string line)
    {
        // id parent major:minor root path options optional-fields... - type source super-options
        string[] parts = line.Split(" - ", 2);
        string[] mount = parts[0].Split(' ');
        string[] filesystem = parts[^1].Split(' ');
        return parts.Length < 2 || mount.Length < 6 || filesystem.Length < 3
            ? null
            : new MountPoint(
                Unescape(mount[4]), mount[2], filesystem[0], Unescape(filesystem[1]), Merge(mount[5], filesystem[2]));
    }

    private static bool Holds(string mount, string path) =>
        mount == "/" || path == mount || path.StartsWith(mount + "/", StringComparison.Ordinal);

    private static string Merge(string left, string right) =>
        string.Join(',', left.Split(',').Concat(right.Split(',')).Distinct(StringComparer.Ordinal));

    /// <summary>
    /// Decodes blank, tab, newline and backslash, which the file contains as a backslash and three octal digits.
    /// </summary>
    private static string Unescape(string text)
    {
        var plain = new StringBuilder(text.Length);
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] == '\\' && i + 3 < text.Length && text.AsSpan(i + 1, 3).IndexOfAnyExceptInRange('0', '7') < 0)
            {
                plain.Append((char)Convert.ToInt32(text.Substring(i + 1, 3), 8));
                i += 3;
            }
            else
            {
                plain.Append(text[i]);
            }
        }

        return plain.ToString();
    }

    /// <summary>The filesystem in words, without names of hosts, users and volumes.</summary>
    public override string ToString() => PersonalNames.Filesystem(Type, Source, Options);
}
