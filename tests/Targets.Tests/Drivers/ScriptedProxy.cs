#if OFFICIAL_DRIVERS
using System.Reflection;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>An object of a driver's interface whose methods answer what a test says.</summary>
public class ScriptedProxy : DispatchProxy
{
    private Func<string, object?> _answer = static _ => null;

    /// <summary>Makes an object.</summary>
    /// <param name="answer">Gets the name of the method that is called and returns what it returns.</param>
    public static T Of<T>(Func<string, object?> answer)
        where T : class
    {
        var made = Create<T, ScriptedProxy>();
        ((ScriptedProxy)(object)made)._answer = answer;
        return made;
    }

    /// <inheritdoc/>
    protected override object? Invoke(MethodInfo? targetMethod, object?[]? args) => _answer(targetMethod!.Name);
}
#endif
